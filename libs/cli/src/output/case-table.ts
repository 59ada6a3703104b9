import type { CaseReport } from './case-runs';
import { type OutputBlock, table } from './table';

/** What became of all cases with the same settings. */
export interface ComparedRun {
  /** Of the settings. */
  readonly name: string;
  readonly reports: readonly CaseReport[];
}

/** The outcome of a case, the stages that lost something, and the tokens of its context. */
function cell(report: CaseReport): string {
  if (report.outcome === 'refused') return 'refused';
  const stages = [...new Set(report.lost.map(({ stage }) => stage.replaceAll('_', ' ')))];
  const used = report.tokens === undefined ? [] : [`${report.tokens} tokens`];
  return [report.outcome, ...stages, ...used].join(', ');
}

/** Cases as rows, settings as columns, and how many cases passed with each. */
export function caseTableLines(runs: readonly ComparedRun[]): OutputBlock[] {
  const cases = runs[0]?.reports ?? [];
  const rows = cases.map((one, at) => [one.case, ...runs.map(({ reports }) => cell(reports[at] as CaseReport))]);
  const passed = runs.map(({ reports }) => {
    const count = reports.filter(({ outcome }) => outcome === 'passed').length;
    return `${count} of ${reports.length}`;
  });
  return table(['case', ...runs.map(({ name }) => name)], [...rows, ['passed', ...passed]], '');
}
