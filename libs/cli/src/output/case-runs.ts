import type { PinnedCase } from '@crumbtrail/client';
import type { CaseReport, CaseRun, LostCrumb } from '@crumbtrail/contracts/operations/evals';
import { contextItemKey } from '@crumbtrail/formatting';
import { toOneLine, truncateText } from '../terminal';
import { itemRef, type ItemTexts } from './items';
import { type OutputBlock, table } from './table';

/** How many characters of a pinned text are printed. */
const PINNED_WIDTH = 100;

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What was pinned, and how to check it. */
export function pinnedLines(pinned: PinnedCase, texts: ItemTexts): string[] {
  const { id, context_id, chosen_by, must_have } = pinned;
  const why = chosen_by === 'grounding' ? ', which its reply was grounded on' : '';
  return [
    `Pinned as case ${id}: context ${context_id} must keep ${countOf(must_have.length, 'breadcrumb')}${why}.`,
    ...must_have.map((one) =>
      `  ${contextItemKey(one)}  ${truncateText(toOneLine(texts.get(itemRef(one)) ?? ''), PINNED_WIDTH)}`.trimEnd(),
    ),
    'Check it with: crumb evals run',
  ];
}

const isRun = (report: CaseReport): report is CaseRun => report.outcome !== 'refused';
const lostOf = (report: CaseReport): readonly LostCrumb[] => (isRun(report) ? report.lost : []);

function caseRow(report: CaseReport): string[] {
  if (!isRun(report)) return [report.case, '', 'failed', '', '', report.because];
  const { must_have, lost, tokens, max_tokens } = report;
  const kept = tokens === undefined ? '' : `${must_have - lost.length} of ${must_have}`;
  const used = tokens === undefined ? '' : `${tokens} of ${max_tokens}`;
  return [report.case, report.agent, report.outcome, kept, used, report.because ?? ''];
}

/** Every case with its outcome, then every lost breadcrumb with the stage that lost it. */
export function caseRunLines(reports: readonly CaseReport[]): OutputBlock[] {
  const counts = (['passed', 'failed', 'erased'] as const).map((outcome) => {
    const found = reports.filter((one) => (isRun(one) ? one.outcome : 'failed') === outcome);
    return `${found.length} ${outcome}`;
  });
  const lost = reports.flatMap((report) => lostOf(report).map((one) => ({ report, one })));
  const cases = table(
    ['case', 'agent', 'outcome', 'kept', 'tokens', ''],
    reports.map(caseRow),
    'No cases that this key may read: pin one with `crumb trail pin <trail>`, or use the key of an operator.',
  );
  if (reports.length === 0) return cases;
  const losses = table(
    ['case', 'lost breadcrumb', 'stage', 'why'],
    lost.map(({ report, one }) => [report.case, contextItemKey(one), one.stage.replaceAll('_', ' '), one.because]),
    '',
  );
  return [...cases, ...(lost.length > 0 ? ['', ...losses] : []), '', `${counts.join(', ')}.`];
}
