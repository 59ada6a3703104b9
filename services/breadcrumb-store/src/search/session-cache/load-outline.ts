import type { SqlReader } from '../../database/database';
import type { OutlineRow } from './outline-columns';
import type { CacheScope } from './refresh-statement';
import { SessionOutline } from './session-outline';
import { toMilliseconds } from './text-chunk';

/** How many chunks one statement reads: little enough that other requests do not wait noticeably for an embedded database. */
const PAGE = 2_000;

const SELECT_PAGE = {
  text: `
  select k.crumb_id as id, k.version, k.ordinal, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind, k.author_id,
    k.author_name, k.audience, k.informs, k.tags, k.occurred_at, k.expires_at, k.tokens_o200k, k.length, k.tsv::text as tsv
  from chunk k
  where k.workspace = $1::text and k.session = $2::text and k.position <= $3::bigint
    and (k.occurred_at, k.position, k.ordinal) > ($4::timestamptz, $5::bigint, $6::int)
  order by k.occurred_at, k.position, k.ordinal limit ${PAGE}`,
};

/** Which outline to load. */
export interface OutlineRequest {
  readonly scope: CacheScope;
  /** Position through which the text index is complete. Later changes are left to the next refresh. */
  readonly through: number;
  readonly head: number;
  /** Size in memory that it may take. */
  readonly mostBytes: number;
}

/** Reads the outline of a session page by page; null where it does not fit. */
export async function loadOutline(
  sql: SqlReader,
  { scope, through, head, mostBytes }: OutlineRequest,
): Promise<SessionOutline | null> {
  let outline = SessionOutline.empty();
  let after: readonly unknown[] = ['-infinity', 0, 0];
  for (;;) {
    const rows = await sql.read<OutlineRow>(SELECT_PAGE, [scope.workspace, scope.value, through, ...after]);
    outline = outline.apply({ through, head, changed: [], rows });
    if (outline.bytes > mostBytes) return null;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return outline;
    after = [new Date(toMilliseconds(last.occurred_at)).toISOString(), last.position, last.ordinal];
  }
}
