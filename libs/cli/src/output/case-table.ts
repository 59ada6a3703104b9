import type { CaseReport } from '@crumbtrail/contracts/operations/evals';
import { describeCaseReport, sharePassed } from '@crumbtrail/formatting';
import { type OutputBlock, table } from './table';

/** What became of all cases with the same settings. */
export interface ComparedRun {
  /** Of the settings. */
  readonly name: string;
  readonly reports: readonly CaseReport[];
}

/** Cases as rows, settings as columns, and how many cases passed with each. */
export function caseTableLines(runs: readonly ComparedRun[]): OutputBlock[] {
  const cases = runs[0]?.reports ?? [];
  const rows = cases.map((one, at) => [
    one.case,
    ...runs.map(({ reports }) => describeCaseReport(reports[at] as CaseReport)),
  ]);
  const passed = runs.map(({ reports }) => sharePassed(reports));
  return table(['case', ...runs.map(({ name }) => name)], [...rows, ['passed', ...passed]], '');
}
