import type { ReadStatement, SqlReader } from '../../database/database';
import type { Vectorise } from '../embedders/embedder';
import type { OutlineRow } from './outline-tables';
import { SHOWN_COLUMNS } from './outline-texts';
import { cachedInSessionSql, type CacheScope } from './refresh-statement';
import { SessionOutline, type OutlineLimits } from './session-outline';
import { toMilliseconds } from './text-chunk';

/** How many chunks one statement reads: little enough that other requests do not wait noticeably for an embedded database. */
const PAGE = 2_000;

const SELECT_PAGE: ReadStatement = {
  text: `
  select k.crumb_id as id, k.version, k.ordinal, k.position, k.superseded_position, k.session, k.schema_name, k.author_kind, k.author_id,
    k.author_name, k.audience, k.informs, k.tags, k.occurred_at, k.expires_at, k.tokens_o200k, k.length, k.tsv::text as tsv, ${SHOWN_COLUMNS}
  from chunk k
  where k.workspace = $1::text and k.session = $2::text and ${cachedInSessionSql('k')} and k.position <= $3::bigint
    and (k.occurred_at, k.position, k.ordinal) > ($4::timestamptz, $5::bigint, $6::int)
  order by k.occurred_at, k.position, k.ordinal limit ${PAGE}`,
};

/** Which outline to load. */
export interface OutlineRequest {
  readonly scope: CacheScope;
  /** Position through which the text index is complete. Later changes are left to the next refresh. */
  readonly through: number;
  readonly head: number;
  readonly limits: OutlineLimits;
  /** Computes the vectors of its texts. */
  readonly vectorise: Vectorise | null;
}

/** Reads the outline of a session page by page, with its texts if they fit; null where not even the outline does. */
export async function loadOutline(
  sql: SqlReader,
  { scope, through, head, limits, vectorise }: OutlineRequest,
): Promise<SessionOutline | null> {
  let outline = SessionOutline.empty({ keepsTexts: true, vectorise });
  let after: readonly unknown[] = ['-infinity', 0, 0];
  for (;;) {
    const rows = await sql.read<OutlineRow>(SELECT_PAGE, [scope.workspace, scope.value, through, ...after]);
    const fitting = outline.apply({ through, head, changed: [], rows }).fitInto(limits);
    if (fitting === null) return null;
    outline = fitting;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return outline;
    after = [new Date(toMilliseconds(last.occurred_at)).toISOString(), last.position, last.ordinal];
  }
}
