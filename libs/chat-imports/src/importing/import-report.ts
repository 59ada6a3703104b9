/** What an import did, as `--json` prints it. */
export interface ImportReport {
  readonly file: string;
  /** Files that were read: those given, or in the archives. */
  readonly files: number;
  /** Names of files of archives that hold no conversations, and were not read. */
  readonly other_files: readonly string[];
  readonly format: string;
  readonly conversations: number;
  /** Messages that the file holds: those that are read and those that are left out. */
  readonly in_file: number;
  /** Messages that the file holds, without what is left out. */
  readonly read: number;
  /** Breadcrumbs that were stored; with `dry_run`, that would be. */
  readonly stored: number;
  /** Messages that an earlier import has stored. */
  readonly present: number;
  /** How many messages of each kind are not imported: `system message`. With those that are read they are all of the file. */
  readonly left_out: Readonly<Record<string, number>>;
  /** How many parts of each kind are not imported, of messages that are: `picture`. */
  readonly parts_left_out: Readonly<Record<string, number>>;
  /** How many messages of each kind are stored otherwise than they stand in the export. */
  readonly changed: Readonly<Record<string, number>>;
  /** Where the first of each kind that is left out or changed stand: `line 3`. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  /** What could not be read or stored, and where it stands. */
  readonly problems: readonly string[];
  readonly more_problems: number;
  readonly dry_run: boolean;
}

/** `1,100 messages`. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** `lines 1, 3` of `line 1` and `line 3`. */
function joinPlaces(places: readonly string[]): string {
  const unit = places[0]?.split(' ')[0] ?? '';
  const numbers = places.map((place) => place.slice(unit.length + 1));
  return `${unit}${places.length === 1 ? '' : 's'} ${numbers.join(', ')}`;
}

/** One line for each kind, with where the first ones stand. */
const countLines = (
  heading: string,
  counts: Readonly<Record<string, number>>,
  places: ImportReport['places'],
): string[] =>
  Object.entries(counts).map(([what, count]) => {
    const listed = places[what] ?? [];
    const where = listed.length === 0 ? '' : ` (${joinPlaces(listed)}${count > listed.length ? ', …' : ''})`;
    return `${heading}: ${count.toLocaleString('en-US')} × ${what}${where}.`;
  });

/** How the messages of the file add up, and what is not imported, by reason. */
function leftOutLines({ in_file, read, left_out, parts_left_out, places, problems }: ImportReport): string[] {
  const lines = [
    ...countLines('Left out', left_out, places),
    ...countLines('Left out of messages that were read', parts_left_out, places),
  ];
  if (lines.length === 0) return [problems.length === 0 ? 'Nothing was left out.' : 'Nothing else was left out.'];
  return [
    `${countOf(in_file, 'message')} in the file: ${read.toLocaleString('en-US')} read, ${(in_file - read).toLocaleString('en-US')} left out.`,
    ...lines,
  ];
}

/** Other files that are named. */
const MOST_NAMED = 5;

/** What else an archive holds. */
function otherFilesLine({ other_files: others }: ImportReport): string[] {
  if (others.length === 0) return [];
  const more = others.length > MOST_NAMED ? ', …' : '';
  return [`${countOf(others.length, 'other file')} not read: ${others.slice(0, MOST_NAMED).join(', ')}${more}.`];
}

/** The report for people. */
export function reportLines(report: ImportReport): string[] {
  const { format, conversations, read, stored, present, problems, more_problems, places } = report;
  const counts = [
    `${countOf(read, 'message')} read`,
    `${countOf(stored, 'breadcrumb')} ${report.dry_run ? 'would be stored' : 'stored'}`,
    ...(present === 0 ? [] : [`${countOf(present, 'message')} stored before`]),
  ];
  return [
    `${countOf(conversations, 'conversation')} (${format})${report.files > 1 ? ` in ${countOf(report.files, 'file')}` : ''}: ${counts.join(', ')}.`,
    ...countLines('Changed', report.changed, places),
    ...problems.map((problem) => `Not imported: ${problem}.`),
    ...(more_problems === 0 ? [] : [`And ${countOf(more_problems, 'problem')} more.`]),
    ...leftOutLines(report),
    ...otherFilesLine(report),
  ];
}

/** Why an import of a file that holds no message fails: what it was recognised as, and what it holds instead. */
export function nothingRead({ file, format, left_out, problems }: ImportReport): string {
  if (problems.length > 0 && Object.keys(left_out).length === 0)
    return `No message was read from ${file}: see what is not imported above.`;
  if (format === 'unknown') return `No message was read: ${file} holds no conversation.`;
  const reasons = Object.entries(left_out).map(([what, count]) => `${count.toLocaleString('en-US')} × ${what}`);
  const held = reasons.length === 0 ? 'it holds none' : `all are left out: ${reasons.join(', ')}`;
  return `No message was read. ${file} was recognised as ${format}, and ${held}. If it is of another program, name its format.`;
}
