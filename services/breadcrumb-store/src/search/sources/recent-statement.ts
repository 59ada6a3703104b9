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
  /**
   * Crumbs of these schemas are few and have many versions, as memories do: they are found by their crumbs, because most of their chunks are of
   * earlier versions. Default: false.
   */
  readonly fewCrumbs?: boolean;
}

/** The version of each crumb of the schemas at the position of the scope, as `chunk k`. Without `offset 0` the planner reads the chunks of all versions first. */
function chunksOfCrumbs(parameters: StatementParameters, { scope, filter }: RecentQuestion): string {
  const asOf = parameters.add(scope.as_of, 'bigint');
  const inSession = filter.session === undefined ? '' : ` and c.session = ${parameters.add(filter.session, 'text')}`;
  return `crumb c
    join lateral (
      select v.version from crumb_version v
      where v.workspace = c.workspace and v.id = c.id and v.position <= ${asOf} order by v.version desc limit 1) v on true
    join lateral (
      select * from chunk k where k.workspace = c.workspace and k.crumb_id = c.id and k.version = v.version and k.ordinal = 0 offset 0) k on true
    where c.workspace = ${parameters.add(scope.workspace, 'text')} and c.schema_name = any(${parameters.add(filter.schemas ?? [], 'text[]')})
      and c.created_position <= ${asOf}${inSession} and`;
}

/** The newest chunks, and the newest versions that are not indexed yet. */
export function buildRecentStatement(parameters: StatementParameters, question: RecentQuestion): string {
  const { scope, filter, limit, indexed, fewCrumbs = false } = question;
  const most = parameters.add(limit, 'int');
  const late = unindexedEventSql(parameters, scope, indexed);
  return `
  with fresh as (
    select k.* from (${UNINDEXED_VERSIONS} where e.kind in ('created', 'updated') and ${late}) k
    where ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)}
  ),
  top as (
    select k.workspace, k.crumb_id, k.version from ${fewCrumbs ? chunksOfCrumbs(parameters, question) : 'chunk k where'}
    ${chunkAccessSql(parameters, 'k', scope)} and ${chunkFilterSql(parameters, 'k', filter)} and k.ordinal = 0
      and not exists (select 1 from crumb_event e where e.id = k.crumb_id and e.kind <> 'expired' and ${late})
    order by k.occurred_at desc, k.position desc limit ${most}
  )
  select ${INDEXED_COLUMNS} from top join chunk k using (workspace, crumb_id, version)
  union all
  select ${UNINDEXED_COLUMNS} from fresh k`;
}
