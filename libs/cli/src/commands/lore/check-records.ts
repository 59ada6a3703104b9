import { asPayload, LoreEntry, MAX_CRUMB_BYTES, validateContext, type Issue } from '@crumbtrail/contracts';
import { checkLoreEntry } from '@crumbtrail/lore';
import { CliError } from '../../cli-error';
import type { ImportedRecord } from './read-import';

/** How many problems an error lists. */
const MOST_PROBLEMS = 10;

function issuesOf({ schema_name, context }: ImportedRecord): Issue[] {
  const bytes = Buffer.byteLength(JSON.stringify({ schema_name, context }));
  if (bytes > MAX_CRUMB_BYTES) {
    return [{ path: '', rule: 'max-bytes', message: `has ${bytes} bytes; ${MAX_CRUMB_BYTES} are allowed` }];
  }
  const issues = validateContext(schema_name, context);
  const isEntry = schema_name === LoreEntry.name;
  return isEntry && issues.length === 0 ? checkLoreEntry(asPayload(LoreEntry.name, context)) : issues;
}

/** A problem of a record with its field: `entry harbour/dragon: /content: unknown macro …`. */
export const describeProblem = (label: string, { path, message }: Issue): string =>
  [label, ...(path === '' ? [] : [path]), message].join(': ');

/** The error for records that cannot be stored. `state` says what became of the import. */
export function refuseRecords(problems: readonly string[], state: string): CliError {
  const more = problems.length - MOST_PROBLEMS;
  const shown = [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])];
  return new CliError([state, ...shown].join('\n'));
}

/** Throws CliError, which names the entries and fields, where a record cannot be stored. */
export function checkRecords(records: readonly ImportedRecord[]): void {
  const problems = records.flatMap((one) => issuesOf(one).map((issue) => describeProblem(one.label, issue)));
  if (problems.length > 0) throw refuseRecords(problems, 'Nothing was imported:');
}
