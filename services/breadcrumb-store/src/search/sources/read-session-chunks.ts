import type { SqlReader } from '../../database/database';
import type { TimedReadScope } from '../filter/chunk-filter';
import { filterMatching, filterVisible } from '../filter/chunk-filter.memory';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { TextChunk } from '../session-cache/text-chunk';
import { findRecent } from './find-recent';
import { readNewest, type OutlineScope } from './search-outline';

/** A session, wherever its texts are. */
export interface SessionChunks {
  readonly scope: TimedReadScope;
  readonly snapshot: CacheSnapshot;
  /** Absent: there is none. */
  readonly session: string | undefined;
  /** The visible texts of the session; null where they are not in memory or not complete. */
  readonly cached: TextList<TextChunk> | null;
  /** The session's outline, where its texts are not in memory; null where there is none or it is not complete. */
  readonly outline: OutlineScope['outline'] | null;
}

/** How many crumbs of a session are read where it is not in memory, newest first. */
const MOST = 500;

/** The visible texts of a session that are of these schemas, in time order: from memory where they are there. */
export async function readSessionChunks(
  sql: SqlReader,
  { scope, snapshot, session, cached, outline }: SessionChunks,
  schemas: readonly string[],
): Promise<readonly TextChunk[]> {
  if (session === undefined) return [];
  if (cached) return filterMatching(cached, { schemas }).texts;
  if (outline) return readNewest(sql, { outline, scope, filter: { schemas }, late: snapshot.late }, MOST);
  const chunks = await findRecent(sql, { scope, filter: { schemas, session }, indexed: snapshot.through, limit: MOST });
  return filterVisible(chunks, scope, snapshot.late);
}
