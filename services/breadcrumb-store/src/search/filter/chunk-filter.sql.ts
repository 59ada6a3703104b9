import type { StatementParameters } from '../../database/statement-parameters';
import { mayInformSql, mayReadSql } from '../../identity/visibility/access-filter.sql';
import { sessionsOfAgentSql } from '../../identity/visibility/took-part.sql';
import type { ChunkFilter, ReadScope } from './chunk-filter';

const joinConditions = (conditions: readonly (string | null)[]): string =>
  conditions.filter((one) => one !== null).join(' and ');

/**
 * Workspace, position, expiry and audience as predicates over `chunk`. Every statement that reads chunks has it for every chunk
 * that it reads.
 */
export function chunkAccessSql(parameters: StatementParameters, alias: string, scope: ReadScope): string {
  const asOf = parameters.add(scope.as_of, 'bigint');
  return joinConditions([
    `${alias}.workspace = ${parameters.add(scope.workspace, 'text')}`,
    `${alias}.position <= ${asOf}`,
    `(${alias}.superseded_position is null or ${alias}.superseded_position > ${asOf})`,
    `(${alias}.expires_at is null or ${alias}.expires_at > ${scope.now === null ? 'now()' : parameters.add(scope.now, 'timestamptz')})`,
    ...scope.viewers.map((viewer) => mayReadSql(parameters, alias, viewer)),
    mayInformSql(parameters, alias, scope.readers),
  ]);
}

type FilterCondition = (parameters: StatementParameters, alias: string, filter: ChunkFilter) => string | null;

const CONDITIONS: readonly FilterCondition[] = [
  (parameters, alias, { schemas }) =>
    schemas?.length ? `${alias}.schema_name = any(${parameters.add(schemas, 'text[]')})` : null,
  (parameters, alias, { excludeSchemas }) =>
    excludeSchemas?.length ? `${alias}.schema_name <> all(${parameters.add(excludeSchemas, 'text[]')})` : null,
  (parameters, alias, { tags }) => (tags?.length ? `${alias}.tags @> ${parameters.add(tags, 'text[]')}` : null),
  (parameters, alias, { session }) =>
    session === undefined ? null : `${alias}.session = ${parameters.add(session, 'text')}`,
  (parameters, alias, { author }) => (author ? `${alias}.author_id = ${parameters.add(author.id, 'text')}` : null),
  (parameters, alias, { author }) =>
    author?.kind ? `${alias}.author_kind = ${parameters.add(author.kind, 'text')}` : null,
  (parameters, alias, { tookPart }) =>
    tookPart === undefined
      ? null
      : `${alias}.session in (${sessionsOfAgentSql(parameters, tookPart.workspace, tookPart.agent)})`,
  (parameters, alias, { since }) =>
    since === undefined ? null : `${alias}.occurred_at >= ${parameters.add(since, 'timestamptz')}`,
  (parameters, alias, { excludeIds }) =>
    excludeIds?.length ? `${alias}.crumb_id <> all(${parameters.add(excludeIds, 'uuid[]')})` : null,
];

/** The filter as predicates over columns of `chunk`; `true` for an empty filter. */
export function chunkFilterSql(parameters: StatementParameters, alias: string, filter: ChunkFilter): string {
  const conditions = joinConditions(CONDITIONS.map((condition) => condition(parameters, alias, filter)));
  return conditions === '' ? 'true' : conditions;
}
