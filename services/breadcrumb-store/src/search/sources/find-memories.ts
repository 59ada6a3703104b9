import {
  MemoryLong,
  MemoryShort,
  memoryOwnerTag,
  memorySubjectTag,
  type RememberedMessages,
  type RetrieveRequest,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import type { Vectorise } from '../embedders/embedder';
import type { ChunkFilter, TimedReadScope } from '../filter/chunk-filter';
import { filterVisible } from '../filter/chunk-filter.memory';
import type { RankedText } from '../rank/rank-texts';
import { TextList } from '../rank/text-list';
import type { TextChunk } from '../session-cache/text-chunk';
import { findRecent } from './find-recent';
import { scoreByOrder } from './newest-texts';
import type { SessionChunks } from './read-session-chunks';

/** Which memories are wanted. */
export interface MemoriesQuestion {
  readonly chunks: SessionChunks;
  readonly plan: SourcePlan;
  readonly request: RetrieveRequest;
  /** Searches the memories for the message in the database, best first. */
  readonly search: (plan: SourcePlan) => Promise<readonly RankedText<TextChunk>[]>;
  /** Computes what the meanings of texts are compared by; absent: they are not. */
  readonly vectorise: Vectorise | undefined;
  /** Ranks texts, which are in time order, by the words that they share with the message, and their meanings. Null: vectors decide too, which only the search compares. */
  readonly rank: ((texts: TextList<TextChunk>) => readonly RankedText<TextChunk>[]) | null;
}

const MEMORIES: readonly string[] = [MemoryLong.name, MemoryShort.name];

type Memories = NonNullable<SourcePlan['memories']>;

const hasTag = (chunk: TextChunk, tags: readonly string[]): boolean => tags.some((tag) => chunk.tags.includes(tag));

/** The tags of which a memory must have one; none where every agent's memories are wanted. */
const TAGS: Readonly<Record<Memories, (request: RetrieveRequest) => readonly string[]>> = {
  session: ({ viewer }) => [memoryOwnerTag(viewer)],
  agent: ({ viewer }) => [memoryOwnerTag(viewer)],
  person: ({ members }) =>
    members.filter(({ kind }) => kind === 'user').map(({ kind, id }) => memorySubjectTag(`${kind}:${id}`)),
  workspace: () => [],
};

const ownedBy = (memories: Memories, viewer: string): readonly string[] =>
  memories === 'workspace' ? [] : [memoryOwnerTag(viewer)];

/** Memories that are read and ranked here; of more, the database is searched. */
const MOST_RANKED = 64;

/** The newest memories that match a filter, in time order. */
async function readMemories(
  sql: SqlReader,
  { chunks: { scope, snapshot }, plan, request, vectorise }: MemoriesQuestion,
  wanted: ChunkFilter,
): Promise<TextChunk[]> {
  const limit = Math.max(MOST_RANKED, plan.limit);
  const filter = { ...wanted, excludeIds: request.exclude.map(({ id }) => id) };
  const read = await findRecent(sql, { scope, filter, indexed: snapshot.through, limit, fewCrumbs: true }, vectorise);
  return filterVisible(read, scope, snapshot.late);
}

/** What the agent remembers of this session, newest first. */
async function findOfSession(sql: SqlReader, question: MemoriesQuestion): Promise<TextChunk[]> {
  const { session } = question.chunks;
  if (session === undefined) return [];
  const tags = [memoryOwnerTag(question.request.viewer)];
  return (await readMemories(sql, question, { schemas: [MemoryShort.name], tags, session })).toReversed();
}

const countCrumbs = (chunks: readonly TextChunk[]): number => new Set(chunks.map(({ id }) => id)).size;

/** Those of the memories that match the message, best first. All of them are at hand, unless there are too many. */
async function searchOthers(question: MemoriesQuestion, read: readonly TextChunk[]): Promise<readonly TextChunk[]> {
  const { plan, request, search, rank } = question;
  if (request.query.trim() === '') return [];
  const { memories = 'agent' } = plan;
  const [schemas, tags] = [MEMORIES, ownedBy(memories, request.viewer)];
  const isWhole = countCrumbs(read) < MOST_RANKED;
  const ranked =
    rank !== null && isWhole
      ? rank(new TextList(read)).slice(0, plan.limit)
      : await search({ ...plan, type: 'hybrid', scope: 'workspace', schemas, tags });
  return ranked.map(({ text }) => text);
}

/** Its memories of other sessions: those that match the message, then the newest. */
async function findOfOthers(sql: SqlReader, question: MemoriesQuestion): Promise<TextChunk[]> {
  const { plan, request } = question;
  const { memories = 'agent' } = plan;
  if (memories === 'session') return [];
  const newest = await readMemories(sql, question, { schemas: MEMORIES, tags: ownedBy(memories, request.viewer) });
  const searched = await searchOthers(question, newest);
  const visible = newest.toReversed();
  const wanted = TAGS[memories](request);
  const all = [...searched, ...visible];
  return memories === 'workspace' ? all : all.filter((chunk) => hasTag(chunk, wanted));
}

/** Finds the memories of an agent: of the session, then others that the message is about, then the newest. */
export async function findMemories(sql: SqlReader, question: MemoriesQuestion): Promise<RankedText<TextChunk>[]> {
  const [own, others] = await Promise.all([findOfSession(sql, question), findOfOthers(sql, question)]);
  // A map keeps the first place of a key.
  const each = new Map([...own, ...others].map((chunk) => [chunk.key, chunk]));
  return scoreByOrder([...each.values()].slice(0, question.plan.limit));
}

const READ_REMEMBERED = {
  name: 'remembered-messages',
  text: `select v.context ->> 'readers' as readers, max((v.context ->> 'until')::bigint) as until
    from crumb c
    join lateral (
      select context from crumb_version v
      where v.workspace = c.workspace and v.id = c.id and v.position <= $4 order by v.version desc limit 1) v on true
    where c.workspace = $1 and c.session = $2 and c.schema_name = '${MemoryShort.name}' and c.created_position <= $4
      and v.context ->> 'agent' = $3
    group by 1`,
};

/** Which messages of a session have left the window of an agent. */
export async function readRemembered(
  sql: SqlReader,
  { workspace, as_of }: TimedReadScope,
  { session, viewer }: RetrieveRequest,
): Promise<readonly RememberedMessages[]> {
  if (session === undefined) return [];
  const rows = await sql.read<RememberedMessages>(READ_REMEMBERED, [workspace, session, viewer, as_of]);
  return rows.map(({ readers, until }) => ({ readers, until: Number(until) }));
}
