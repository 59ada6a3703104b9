import type { OutputLine } from '../../terminal';

/** What an import did, as `--json` prints it. */
export interface ImportReport {
  readonly file: string;
  readonly format: string;
  readonly conversations: number;
  /** Breadcrumbs that were stored; with `dry_run`, that would be. */
  readonly stored: number;
  /** Messages that an earlier import has stored. */
  readonly present: number;
  /** How many of each kind are not imported: `system message`, `picture`. */
  readonly left_out: Readonly<Record<string, number>>;
  /** How many messages of each kind are stored otherwise than they stand in the export. */
  readonly changed: Readonly<Record<string, number>>;
  /** What could not be read or stored, and where it stands. */
  readonly problems: readonly string[];
  readonly more_problems: number;
  readonly dry_run: boolean;
}

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString('en-US')} × ${what}`)
    .join(', ');

/** The report for people. */
export function reportLines(report: ImportReport): OutputLine[] {
  const { format, conversations, stored, present, left_out, changed, problems, more_problems, dry_run } = report;
  const again = present === 0 ? '' : `, ${plural(present, 'message')} stored before`;
  return [
    `${plural(conversations, 'conversation')} (${format}): ${plural(stored, 'breadcrumb')} ${dry_run ? 'would be stored' : 'stored'}${again}.`,
    ...(Object.keys(left_out).length === 0 ? [] : [`Left out: ${listCounts(left_out)}.`]),
    ...(Object.keys(changed).length === 0 ? [] : [`Changed: ${listCounts(changed)}.`]),
    ...problems.map((problem) => `Not imported: ${problem}.`),
    ...(more_problems === 0 ? [] : [`And ${plural(more_problems, 'problem')} more.`]),
  ];
}
