import type { Ref } from '@crumbtrail/contracts';
import type { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql, chunkFilterSql } from '../filter/chunk-filter.sql';
import { CHUNK_COLUMNS } from '../session-cache/text-chunk';

/** Which ancestors of a crumb are wanted: its cause, the cause of that, and so on. */
export interface TrailQuestion {
  readonly scope: ReadScope;
  readonly filter: ChunkFilter;
  readonly from: Ref;
  /** How many ancestors are returned. */
  readonly limit: number;
}

/** The limit of hops keeps trails shorter; this ends the recursion in a broken one. */
const MOST_HOPS = 128;

/** The chunks of the visible ancestors, nearest first. */
export function buildTrailStatement(
  parameters: StatementParameters,
  { scope, filter, from, limit }: TrailQuestion,
): string {
  const workspace = parameters.add(scope.workspace, 'text');
  return `
    with recursive back as (
      select c.cause_id as id, 1 as steps from crumb c
      where c.workspace = ${workspace} and c.id = ${parameters.add(from.id, 'uuid')} and c.cause_id is not null
      union all
      select c.cause_id, b.steps + 1 from back b join crumb c on c.workspace = ${workspace} and c.id = b.id
      where c.cause_id is not null and b.steps < ${MOST_HOPS}
    ),
    shown as (
      select k.workspace, k.crumb_id, k.version, b.steps from back b
      join chunk k on k.workspace = ${workspace} and k.crumb_id = b.id and k.ordinal = 0
      where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
      order by b.steps limit ${parameters.add(limit, 'int')}
    )
    select ${CHUNK_COLUMNS} from shown s join chunk k using (workspace, crumb_id, version) order by s.steps, k.ordinal`;
}
