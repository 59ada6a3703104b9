import {
  AgentDef,
  asPayload,
  LoreEntry,
  MAX_CRUMB_BYTES,
  Scene,
  validateContext,
  type Issue,
} from '@crumbtrail/contracts';
import { checkDefinitionMacros, checkLoreEntry, checkMacros, type MacroProblem } from '@crumbtrail/lore';
import { CliError } from '../../cli-error';
import type { ImportedRecord } from './read-import';

/** How many problems an error lists. */
const MOST_PROBLEMS = 10;

const toIssues = (path: string, problems: readonly MacroProblem[]): Issue[] =>
  problems.map(({ message }) => ({ path, rule: 'macro', message }));

/** What the store would refuse besides the shape of a record, so that nothing of an import is written before all of it can be. */
const CHECKS: ReadonlyMap<string, (context: ImportedRecord['context']) => Issue[]> = new Map([
  [LoreEntry.name, (context) => checkLoreEntry(asPayload(LoreEntry.name, context))],
  [
    AgentDef.name,
    (context) => {
      const { prompt, persona = '' } = asPayload(AgentDef.name, context);
      return [
        ...toIssues('/prompt', checkDefinitionMacros(prompt)),
        ...toIssues('/persona', checkDefinitionMacros(persona)),
      ];
    },
  ],
  [
    Scene.name,
    (context) => {
      const { scenario = '', injections = [] } = asPayload(Scene.name, context);
      const texts = injections.map(({ text }, at) => toIssues(`/injections/${at}/text`, checkMacros(text)));
      return [...toIssues('/scenario', checkMacros(scenario)), ...texts.flat()];
    },
  ],
]);

function issuesOf({ schema_name, context }: ImportedRecord): Issue[] {
  const bytes = Buffer.byteLength(JSON.stringify({ schema_name, context }));
  if (bytes > MAX_CRUMB_BYTES) {
    return [{ path: '', rule: 'max-bytes', message: `has ${bytes} bytes; ${MAX_CRUMB_BYTES} are allowed` }];
  }
  const issues = validateContext(schema_name, context);
  return issues.length === 0 ? (CHECKS.get(schema_name)?.(context) ?? []) : issues;
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
