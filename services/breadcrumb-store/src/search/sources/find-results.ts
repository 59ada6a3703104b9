import { OUTERMOST_SCOPE, ToolResponse } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import { filterVisible } from '../filter/chunk-filter.memory';
import type { RankedText } from '../rank/rank-texts';
import type { TextChunk } from '../session-cache/text-chunk';
import { findRecent } from './find-recent';
import { takeNewest } from './newest-texts';
import { readSessionChunks, type SessionChunks } from './read-session-chunks';
import type { SessionScope } from './session-scopes';

/** Which results of tools are wanted. */
export interface ResultsQuestion {
  readonly chunks: SessionChunks;
  /** The agent that called the tools. The service that ran them may read the results too, but has no use for them. */
  readonly agent: string;
  /** The scopes that the session has entered. */
  readonly scopes: readonly SessionScope[];
  /** Are permanent results of other sessions wanted too? */
  readonly everywhere: boolean;
  readonly limit: number;
}

const SCHEMAS = [ToolResponse.name];
const KEEP = 'keep:';
const KEY = 'result:';
const FOR = 'for:';

const findTag = ({ tags }: TextChunk, prefix: string): string | undefined =>
  tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);

/**
 * The results of an agent that are still valid: those kept for a day only after the position where the session's last new day began, and
 * the newest for each tool and arguments.
 */
export function filterValidResults(chunks: readonly TextChunk[], agent: string, lastDay = 0): TextChunk[] {
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
  const { chunks, agent, scopes, everywhere, limit } = question;
  const { scope, snapshot } = chunks;
  const readPermanent = async (): Promise<readonly TextChunk[]> => {
    if (!everywhere) return [];
    const filter = { schemas: SCHEMAS, tags: [`${KEEP}permanent`, `${FOR}${agent}`] };
    const found = await findRecent(sql, { scope, filter, indexed: snapshot.through, limit });
    return filterVisible(found, scope, snapshot.late);
  };
  const [ofSession, permanent] = await Promise.all([readSessionChunks(sql, chunks, SCHEMAS), readPermanent()]);
  const all = new Map([...permanent, ...ofSession].map((chunk) => [chunk.key, chunk]));
  const inTimeOrder = [...all.values()].sort((a, b) => a.occurredAt - b.occurredAt || a.position - b.position);
  const days = scopes.filter(({ level }) => level === OUTERMOST_SCOPE).map(({ position }) => position);
  return takeNewest(filterValidResults(inTimeOrder, agent, Math.max(0, ...days)), limit);
}
