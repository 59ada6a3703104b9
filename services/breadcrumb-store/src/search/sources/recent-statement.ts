import type { StatementParameters } from '../../database/statement-parameters';
import type { ChunkFilter, ReadScope } from '../filter/chunk-filter';
import { chunkAccessSql, chunkFilterSql } from '../filter/chunk-filter.sql';
import { INDEXED_COLUMNS, UNINDEXED_COLUMNS, UNINDEXED_VERSIONS, unindexedEventSql } from './unindexed-versions';

/** Which recent crumbs are wanted. */
export interface RecentQuestion {
  readonly scope: ReadScope;
  readonly filter: ChunkFilter;
  readonly limit: number;
  /** Position through which the text index is complete; newer versions are rendered on the fly. */
  readonly indexed: number;
}

/** The newest chunks, and the newest versions that are not indexed yet. */
export function buildRecentStatement(
  parameters: StatementParameters,
  { scope, filter, limit, indexed }: RecentQuestion,
): string {
  const most = parameters.add(limit, 'int');
  const late = unindexedEventSql(parameters, scope, indexed);
  return `
  with fresh as (
    select k.* from (${UNINDEXED_VERSIONS} where e.kind in ('created', 'updated') and ${late}) k
    where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
  ),
  top as (
    select k.workspace, k.crumb_id, k.version from chunk k
    where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)} and k.ordinal = 0
      and not exists (select 1 from crumb_event e where e.id = k.crumb_id and e.kind <> 'expired' and ${late})
    order by k.occurred_at desc, k.position desc limit ${most}
  )
  select ${INDEXED_COLUMNS} from top join chunk k using (workspace, crumb_id, version)
  union all
  select ${UNINDEXED_COLUMNS} from fresh k`;
}
