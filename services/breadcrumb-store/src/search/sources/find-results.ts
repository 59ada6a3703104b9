import { ScopeAdvance, ToolResponse } from '@crumbtrail/contracts';
import type { Sql } from '../../database/database';
import type { FoundText } from '../retrieve/candidate';
import { takeNewest } from './newest-texts';
import { findRecent } from './find-recent';
import type { TextChunk } from '../session-cache/text-chunk';
import type { CacheSnapshot } from '../session-cache/cache-refresh';
import type { ReadScope } from '../filter/chunk-filter.sql';
import { filterVisible, filterMatching } from '../filter/chunk-filter.memory';

/** Which results of tools. */
export interface ResultsQuestion {
  readonly sight: ReadScope;
  readonly look: CacheSnapshot;
  /** For whom they were got: whoever ran the tool may read them too, and has no use for them. */
  readonly agent: string;
  /** Absent: only those that are kept in every session. */
  readonly session: string | undefined;
  /** What is visible of the session, where it is in memory and complete. */
  readonly kept: readonly TextChunk[] | null;
  /** Results of other sessions too, as far as they are permanent. */
  readonly everywhere: boolean;
  readonly limit: number;
}

const SCHEMAS = [ToolResponse.name, ScopeAdvance.name];
const KEEP = 'keep:';
const KEY = 'result:';
const FOR = 'for:';
/** Of a session that is not in memory so many of the newest are looked through. */
const MOST = 500;

const findTag = ({ tags }: TextChunk, mark: string): string | undefined =>
  tags.find((tag) => tag.startsWith(mark))?.slice(mark.length);

/** Those that still hold: the day's only since the session's last new day, of each tool and arguments the newest. */
export function filterValidResults(texts: readonly TextChunk[], agent: string): TextChunk[] {
  const days = texts.filter(({ row }) => row.schema_name === ScopeAdvance.name).map(({ position }) => position);
  const dawn = Math.max(0, ...days);
  const valid = texts.filter((text) => {
    if (findTag(text, FOR) !== agent) return false;
    const keep = findTag(text, KEEP);
    return keep === 'session' || keep === 'permanent' || (keep === 'day' && text.position > dawn);
  });
  const last = new Map<string, number>();
  for (const text of valid) {
    const key = findTag(text, KEY) ?? text.id;
    last.set(key, Math.max(last.get(key) ?? 0, text.position));
  }
  return valid.filter((text) => last.get(findTag(text, KEY) ?? text.id) === text.position);
}

/**
 * Results of tools that stay in later contexts of the agent that asked, and of no other's. Newest first.
 */
export async function findResults(sql: Sql, question: ResultsQuestion): Promise<FoundText[]> {
  const { sight, look, agent, session, kept, everywhere, limit } = question;
  const ofSession = async (): Promise<readonly TextChunk[]> => {
    if (session === undefined) return [];
    if (kept) return filterMatching(kept, { schemas: SCHEMAS });
    const filter = { schemas: SCHEMAS, session };
    return filterVisible(
      await findRecent(sql, { sight, filter, indexed: look.through, limit: MOST }),
      sight,
      look.late,
    );
  };
  const permanent = async (): Promise<readonly TextChunk[]> => {
    if (!everywhere) return [];
    const filter = { schemas: [ToolResponse.name], tags: [`${KEEP}permanent`, `${FOR}${agent}`] };
    return filterVisible(await findRecent(sql, { sight, filter, indexed: look.through, limit }), sight, look.late);
  };
  const [here, anywhere] = await Promise.all([ofSession(), permanent()]);
  const all = new Map([...anywhere, ...here].map((text) => [text.key, text]));
  const inTime = [...all.values()].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position);
  return takeNewest(filterValidResults(inTime, agent), limit);
}
