import { participantName, type Viewer } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../caller';
import { StatementParameters } from '../../database/statement-parameters';
import { seesAll } from './viewer-of';

/**
 * `mayRead` of libs/contracts as a predicate over the columns `audience`, `author_kind` and `author_id` of `alias`; null where
 * the viewer may read everything. `access-filter.memory.ts` is the same rule in memory, and one table tests both.
 */
export function mayReadSql(
  parameters: StatementParameters,
  alias: string,
  { participant, operator }: Viewer,
): string | null {
  if (operator) return null;
  const { kind, id } = participant;
  const tokens = ['*', participantName(participant), ...(kind === 'agent' ? ['@agents'] : [])];
  const isAuthor = `${alias}.author_kind = ${parameters.add(kind, 'text')} and ${alias}.author_id = ${parameters.add(id, 'text')}`;
  return `(${alias}.audience && ${parameters.add(tokens, 'text[]')} or (${isAuthor}))`;
}

/**
 * `mayInform` of libs/contracts as a predicate over the columns `informs`, `audience`, `author_kind` and `author_id` of `alias`; null where no answer
 * is made. `mayInformStored` is the same rule in memory, and one table tests both.
 */
export function mayInformSql(
  parameters: StatementParameters,
  alias: string,
  readers: readonly string[] | null,
): string | null {
  if (readers === null) return null;
  const allowed = `coalesce(${alias}.informs, ${alias}.audience)`;
  if (readers.includes('*')) return `${allowed} @> '{*}'`;
  if (readers.includes('@agents')) return `${allowed} && '{*,@agents}'`;
  const told = `${allowed} || (${alias}.author_kind || ':' || ${alias}.author_id)`;
  const people = readers.filter((name) => !name.startsWith('agent:'));
  const forAgents = `${allowed} @> '{@agents}' and ${told} @> ${parameters.add(people, 'text[]')}`;
  return `(${allowed} @> '{*}' or ${told} @> ${parameters.add(readers, 'text[]')} or (${forAgents}))`;
}

/** The same predicate for a caller. Its parameters are added to the end of `params`. */
export function visibleToCaller(alias: string, caller: AuthenticatedCaller, params: unknown[]): string {
  if (seesAll(caller)) return 'true';
  return mayReadSql(new StatementParameters(params), alias, { participant: caller.participant }) ?? 'true';
}
