import { ScopeAdvance, ToolResponse } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import type { ChunkFilter, TimedReadScope } from '../filter/chunk-filter';
import { filterMatching, filterVisible } from '../filter/chunk-filter.memory';
import type { RankedText } from '../rank/rank-texts';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { TextChunk } from '../session-cache/text-chunk';
import { findRecent } from './find-recent';
import { takeNewest } from './newest-texts';
import { readNewest, type OutlineScope } from './search-outline';

/** Which results of tools are wanted. */
export interface ResultsQuestion {
  readonly scope: TimedReadScope;
  readonly snapshot: CacheSnapshot;
  /** The agent that called the tools. The service that ran them may read the results too, but has no use for them. */
  readonly agent: string;
  /** Absent: only results that are kept in every session. */
  readonly session: string | undefined;
  /** The visible texts of the session; null where they are not in memory or not complete. */
  readonly cached: TextList<TextChunk> | null;
  /** The session's outline, where its texts are not in memory; null where there is none or it is not complete. */
  readonly outline: OutlineScope['outline'] | null;
  /** Are permanent results of other sessions wanted too? */
  readonly everywhere: boolean;
  readonly limit: number;
}

const SCHEMAS = [ToolResponse.name, ScopeAdvance.name];
const KEEP = 'keep:';
const KEY = 'result:';
const FOR = 'for:';
/** How many crumbs of a session are read where it is not in memory, newest first. */
const MOST = 500;

const findTag = ({ tags }: TextChunk, prefix: string): string | undefined =>
  tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);

/**
 * The results of an agent that are still valid: those kept for a day only since the session's last new day, and the newest for each
 * tool and arguments.
 */
export function filterValidResults(chunks: readonly TextChunk[], agent: string): TextChunk[] {
  const days = chunks.filter(({ row }) => row.schema_name === ScopeAdvance.name).map(({ position }) => position);
  const lastDay = Math.max(0, ...days);
  const valid = chunks.filter((chunk) => {
    if (findTag(chunk, FOR) !== agent) return false;
    const keep = findTag(chunk, KEEP);
    return keep === 'session' || keep === 'permanent' || (keep === 'day' && chunk.position > lastDay);
  });
  const newest = new Map<string, number>();
  for (const chunk of valid) {
    const key = findTag(chunk, KEY) ?? chunk.id;
    newest.set(key, Math.max(newest.get(key) ?? 0, chunk.position));
  }
  return valid.filter((chunk) => newest.get(findTag(chunk, KEY) ?? chunk.id) === chunk.position);
}

/** Finds the results of tools that stay in later contexts of the agent that called them, newest first. */
export async function findResults(sql: SqlReader, question: ResultsQuestion): Promise<RankedText<TextChunk>[]> {
  const { scope, snapshot, agent, session, cached, outline, everywhere, limit } = question;
  const readVisible = async (filter: ChunkFilter, most: number): Promise<readonly TextChunk[]> => {
    const chunks = await findRecent(sql, { scope, filter, indexed: snapshot.through, limit: most });
    return filterVisible(chunks, scope, snapshot.late);
  };
  const readSession = async (): Promise<readonly TextChunk[]> => {
    if (session === undefined) return [];
    if (cached) return filterMatching(cached, { schemas: SCHEMAS }).texts;
    if (outline) return readNewest(sql, { outline, scope, filter: { schemas: SCHEMAS }, late: snapshot.late }, MOST);
    return readVisible({ schemas: SCHEMAS, session }, MOST);
  };
  const readPermanent = async (): Promise<readonly TextChunk[]> => {
    if (!everywhere) return [];
    return readVisible({ schemas: [ToolResponse.name], tags: [`${KEEP}permanent`, `${FOR}${agent}`] }, limit);
  };
  const [ofSession, permanent] = await Promise.all([readSession(), readPermanent()]);
  const all = new Map([...permanent, ...ofSession].map((chunk) => [chunk.key, chunk]));
  const inTimeOrder = [...all.values()].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position);
  return takeNewest(filterValidResults(inTimeOrder, agent), limit);
}
