import type { Ref } from '@crumbtrail/contracts';
import type { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql, chunkFilterSql } from '../filter/chunk-filter.sql';
import { INDEXED_COLUMNS, UNINDEXED_COLUMNS, UNINDEXED_VERSIONS, unindexedEventSql } from './unindexed-versions';

/** Which ancestors of a crumb are wanted: its cause, the cause of that, and so on. */
export interface CausesQuestion {
  readonly scope: ReadScope;
  readonly filter: ChunkFilter;
  readonly from: Ref;
  /** How many ancestors are returned. */
  readonly limit: number;
  /** Position through which the text index is complete; newer versions are rendered on the fly. */
  readonly indexed: number;
}

/** The limit of hops keeps chains of causes shorter; this ends the recursion in a broken one. */
export const MOST_CAUSES = 128;

/** The chunks of the visible ancestors, and their versions that are not indexed yet, each with its distance as `steps`. */
export function buildCausesStatement(
  parameters: StatementParameters,
  { scope, filter, from, limit, indexed }: CausesQuestion,
): string {
  const workspace = parameters.add(scope.workspace, 'text');
  const late = unindexedEventSql(parameters, scope, indexed);
  return `
    with recursive back as (
      select c.cause_id as id, 1 as steps from crumb c
      where c.workspace = ${workspace} and c.id = ${parameters.add(from.id, 'uuid')} and c.cause_id is not null
      union all
      select c.cause_id, b.steps + 1 from back b join crumb c on c.workspace = ${workspace} and c.id = b.id
      where c.cause_id is not null and b.steps < ${MOST_CAUSES}
    ),
    fresh as (
      select k.*, b.steps from back b
      join (${UNINDEXED_VERSIONS} where e.kind in ('created', 'updated') and ${late}) k on k.crumb_id = b.id
      where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
    ),
    shown as (
      select k.workspace, k.crumb_id, k.version, b.steps from back b
      join chunk k on k.workspace = ${workspace} and k.crumb_id = b.id and k.ordinal = 0
      where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
        and not exists (select 1 from crumb_event e where e.id = k.crumb_id and e.kind <> 'expired' and ${late})
      order by b.steps limit ${parameters.add(limit, 'int')}
    )
    select ${INDEXED_COLUMNS}, s.steps from shown s join chunk k using (workspace, crumb_id, version)
    union all
    select ${UNINDEXED_COLUMNS}, k.steps from fresh k`;
}
