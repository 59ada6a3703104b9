import type { ReadStatement, SqlReader } from '../../database/database';
import type { OutlineRow } from './outline-tables';
import { SHOWN_COLUMNS } from './outline-texts';
import { cachedInSessionSql, type CacheScope } from './refresh-statement';
import { SessionOutline, type OutlineLimits } from './session-outline';
import { toMilliseconds } from './text-chunk';

/** How many chunks one statement reads: little enough that other requests do not wait noticeably for an embedded database. */
const PAGE = 2_000;

const selectPage = (more: string): ReadStatement => ({
  text: `
  select k.crumb_id as id, k.version, k.ordinal, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind, k.author_id,
    k.author_name, k.audience, k.informs, k.tags, k.occurred_at, k.expires_at, k.tokens_o200k, k.length, k.tsv::text as tsv${more}
  from chunk k
  where k.workspace = $1::text and k.session = $2::text and ${cachedInSessionSql('k')} and k.position <= $3::bigint
    and (k.occurred_at, k.position, k.ordinal) > ($4::timestamptz, $5::bigint, $6::int)
  order by k.occurred_at, k.position, k.ordinal limit ${PAGE}`,
});

const SELECT_PAGE = selectPage('');
const SELECT_PAGE_WITH_TEXTS = selectPage(`, ${SHOWN_COLUMNS}`);

/** Which outline to load. */
export interface OutlineRequest {
  readonly scope: CacheScope;
  /** Position through which the text index is complete. Later changes are left to the next refresh. */
  readonly through: number;
  readonly head: number;
  readonly limits: OutlineLimits;
}

/** Reads the outline of a session page by page, with its texts if they fit; null where not even the outline does. */
export async function loadOutline(
  sql: SqlReader,
  { scope, through, head, limits }: OutlineRequest,
): Promise<SessionOutline | null> {
  let outline = SessionOutline.empty(true);
  let after: readonly unknown[] = ['-infinity', 0, 0];
  for (;;) {
    const statement = outline.keepsTexts ? SELECT_PAGE_WITH_TEXTS : SELECT_PAGE;
    const rows = await sql.read<OutlineRow>(statement, [scope.workspace, scope.value, through, ...after]);
    const fitting = outline.apply({ through, head, changed: [], rows }).fitInto(limits);
    if (fitting === null) return null;
    outline = fitting;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return outline;
    after = [new Date(toMilliseconds(last.occurred_at)).toISOString(), last.position, last.ordinal];
  }
}
