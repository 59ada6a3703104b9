import type { CrumbAuthor } from '@crumbtrail/contracts';
import { mayInformStored, mayReadStored } from '../../identity/visibility/access-filter.memory';
import { TextList, type Continuation } from '../rank/text-list';
import type { LateVersions } from '../session-cache/cache-refresh';
import type { OutlinedText } from '../session-cache/outlined-text';
import type { SeenChunks, SessionOutline } from '../session-cache/session-outline';
import type { ChunkRow, TextChunk } from '../session-cache/text-chunk';
import type { ChunkFilter, ReadScope, TimedReadScope } from './chunk-filter';
import { FIRST_PLACES } from './first-places';

function isCurrent({ row }: TextChunk, as_of: number, late: LateVersions | null): boolean {
  if (row.position > as_of || (row.superseded_position !== null && row.superseded_position <= as_of)) return false;
  const newer = late?.get(row.id);
  return newer === undefined || newer > as_of || row.position >= newer;
}

/** What access to a chunk depends on, besides its version. */
interface AccessibleChunk {
  readonly row: Pick<ChunkRow, 'audience' | 'informs'>;
  readonly author: CrumbAuthor;
}

const isShared = ({ row }: AccessibleChunk): boolean => row.audience.length === 1 && row.audience[0] === '*';

const isReadable = (
  { row, author }: AccessibleChunk,
  { viewers, readers }: Pick<ReadScope, 'viewers' | 'readers'>,
): boolean =>
  viewers.every((viewer) => mayReadStored({ audience: row.audience, author }, viewer)) &&
  (readers === null || mayInformStored({ audience: row.audience, author, informs: row.informs }, readers));

/**
 * Filters chunks of one workspace in memory: keeps those that were written by `as_of` and not superseded by then, have not expired
 * at `now`, may be read by all viewers, and may inform the answer. `chunkAccessSql` is the same in SQL. It runs before everything else, so that neighbours
 * and statistics come from visible texts only.
 */
export function filterVisible(
  chunks: readonly TextChunk[],
  scope: Omit<ReadScope, 'workspace'>,
  late: LateVersions,
): TextChunk[] {
  const now = scope.now === null ? Date.now() : Date.parse(scope.now);
  const { as_of } = scope;
  const newer = late.size > 0 ? late : null;
  const visible: TextChunk[] = [];
  for (const chunk of chunks) {
    const isLive = isCurrent(chunk, as_of, newer) && (chunk.expiresAt === null || chunk.expiresAt > now);
    if (isLive && (isShared(chunk) || isReadable(chunk, scope))) visible.push(chunk);
  }
  return visible;
}

/** What the same viewers see of a list, and the time span in which that is so. */
interface CachedView {
  /** Milliseconds since 1970, inclusive. */
  readonly since: number;
  /** Milliseconds since 1970, exclusive: then the next text expires. */
  readonly until: number;
  readonly visible: TextList<TextChunk>;
  /** How many texts of the list it was made of. */
  readonly length: number;
}

/** How many results are kept of one list: for different viewers, and for different filters. */
const MOST_RESULTS = 64;

function cacheValue<Value>(cache: Map<string, Value>, name: string, value: Value): Value {
  if (cache.size >= MOST_RESULTS) cache.clear();
  cache.set(name, value);
  return value;
}

/** The last position at which any chunk changed, and the views of a list and of those that it was appended to. */
interface ListViews {
  readonly last: number;
  readonly views: Map<string, CachedView>;
}

function addToViews({ last, views }: ListViews, chunks: readonly TextChunk[], from: number): ListViews {
  let most = last;
  for (let at = from; at < chunks.length; at += 1) {
    const { position, superseded_position } = (chunks[at] as TextChunk).row;
    most = Math.max(most, position, superseded_position ?? 0);
  }
  return { last: most, views };
}

const VIEWS: Continuation<TextChunk, ListViews> = {
  compute: (chunks) => addToViews({ last: 0, views: new Map() }, chunks, 0),
  append: addToViews,
};

const findExpiry = (chunks: readonly TextChunk[]): number =>
  chunks.reduce((first, { expiresAt }) => Math.min(first, expiresAt ?? Infinity), Infinity);

const NONE_LATE: LateVersions = new Map();

/** The view of a list at the time of a request, continued from one of fewer of its texts if that still holds. */
function continueView(list: TextList<TextChunk>, scope: TimedReadScope, known: CachedView | undefined): CachedView {
  const since = Date.parse(scope.now);
  const isUsable = known !== undefined && known.since <= since && since < known.until && known.length <= list.length;
  const visible = filterVisible(list.texts.slice(isUsable ? known.length : 0), scope, NONE_LATE);
  const until = Math.min(isUsable ? known.until : Infinity, findExpiry(visible));
  const all = isUsable ? known.visible.append(visible) : TextList.growing(visible);
  return { since, until, visible: all, length: list.length };
}

/** Whether the list has an earlier version of a crumb whose newer one is not indexed yet. */
function hasLate(list: TextList<TextChunk>, late: LateVersions): boolean {
  if (late.size === 0) return false;
  const places = list.continued(FIRST_PLACES);
  return [...late.keys()].some((id) => places.has(id));
}

/**
 * {@link filterVisible} for a list that is filtered repeatedly. The list caches the result for the same viewers until the next
 * expiry, and only for positions after all changes of its chunks, where the result cannot differ. Late versions of other crumbs of the workspace, such
 * as those of memories that are written after each turn, change nothing.
 */
export function filterVisibleCached(
  list: TextList<TextChunk>,
  scope: TimedReadScope,
  late: LateVersions,
): TextList<TextChunk> {
  const now = Date.parse(scope.now);
  const { last, views } = list.continued(VIEWS);
  if (scope.as_of < last || hasLate(list, late)) return new TextList(filterVisible(list.texts, scope, late));
  const access = JSON.stringify([scope.viewers, scope.readers]);
  const known = views.get(access);
  if (known?.length === list.length && known.since <= now && now < known.until) return known.visible;
  const view = continueView(list, scope, known);
  return (known && known.length > list.length ? view : cacheValue(views, access, view)).visible;
}

/** What content and origin filters look at. */
interface FilterableChunk {
  readonly row: Pick<ChunkRow, 'schema_name'>;
  readonly session: string | null;
  readonly author: CrumbAuthor;
  readonly tags: readonly string[];
}

type OriginPredicate = (chunk: FilterableChunk) => boolean;
type ChunkPredicate = (chunk: TextChunk) => boolean;

const isEmpty = (list: readonly unknown[] | undefined): list is undefined => !list?.length;

/** Conditions that chunks of one origin all meet, or none. */
function listOriginConditions({
  schemas,
  excludeSchemas,
  tags,
  session,
  author,
}: ChunkFilter): (OriginPredicate | false)[] {
  return [
    !isEmpty(schemas) && ((chunk) => schemas.includes(chunk.row.schema_name)),
    !isEmpty(excludeSchemas) && ((chunk) => !excludeSchemas.includes(chunk.row.schema_name)),
    !isEmpty(tags) && ((chunk) => tags.every((tag) => chunk.tags.includes(tag))),
    session !== undefined && ((chunk) => chunk.session === session),
    !!author && (({ author: by }) => by.id === author.id && (!author.kind || by.kind === author.kind)),
  ];
}

const createOriginConditions = (filter: ChunkFilter): OriginPredicate[] =>
  listOriginConditions(filter).filter((one) => one !== false);

function createConditions(filter: ChunkFilter): ChunkPredicate[] {
  const { since } = filter;
  const from = since === undefined ? 0 : Date.parse(since);
  const conditions: ChunkPredicate[] = [...createOriginConditions(filter)];
  if (since !== undefined) conditions.push((chunk) => chunk.occurredAt >= from);
  return conditions;
}

/** The texts of a list that match a filter. */
interface CachedMatches {
  readonly matching: TextList<TextChunk>;
  /** How many texts of the list it was made of. */
  readonly length: number;
}

/** What matches filters in a list and in those that it was appended to, by the name of the filter. */
const MATCHES: Continuation<TextChunk, Map<string, CachedMatches>> = {
  compute: () => new Map(),
  append: (matches) => matches,
};

/** For JSON.stringify: an empty list is the same filter as an absent one. */
const omitEmpty = (_name: string, value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? undefined : value;

/** The chunks that match everything but the excluded ids of a filter. */
function findMatching(list: TextList<TextChunk>, filter: ChunkFilter): TextList<TextChunk> {
  const name = JSON.stringify({ ...filter, excludeIds: undefined }, omitEmpty);
  const matches = list.continued(MATCHES);
  const known = matches.get(name);
  if (known?.length === list.length) return known.matching;
  const conditions = createConditions(filter);
  const find = (from: number): TextChunk[] =>
    list.texts.slice(from).filter((chunk) => conditions.every((holds) => holds(chunk)));
  if (known && known.length > list.length) return new TextList(find(0));
  const matching = known ? known.matching.append(find(known.length)) : TextList.growing(find(0));
  return cacheValue(matches, name, { matching, length: list.length }).matching;
}

/** A list without some crumbs. Where those are its last, as the message that is answered, results for it are continued, too. */
function excludeIds<Text extends { readonly id: string }>(
  list: TextList<Text>,
  ids: readonly string[],
): TextList<Text> {
  const excluded = new Set(ids);
  let end = list.length;
  while (end > 0 && excluded.has((list.texts[end - 1] as Text).id)) end -= 1;
  const places = list.continued(FIRST_PLACES);
  const areLast = ids.every((id) => (places.get(id) ?? end) >= end);
  return areLast ? list.prefix(end) : new TextList(list.texts.filter(({ id }) => !excluded.has(id)));
}

const createExclusions = () => new Map<string, TextList<TextChunk>>();

/** The chunks that match a filter; `chunkFilterSql` is the same in SQL. The same list and filter return the same list. */
export function filterMatching(list: TextList<TextChunk>, filter: ChunkFilter): TextList<TextChunk> {
  const matching = findMatching(list, filter);
  if (isEmpty(filter.excludeIds)) return matching;
  const name = filter.excludeIds.join();
  const exclusions = matching.once(createExclusions);
  return exclusions.get(name) ?? cacheValue(exclusions, name, excludeIds(matching, filter.excludeIds));
}

/** Which origins of an outline a scope may read and a filter wants, decided once for each. */
function selectOrigins(outline: SessionOutline, scope: ReadScope, filter: ChunkFilter): Uint8Array {
  const conditions = createOriginConditions(filter);
  return Uint8Array.from(outline.origins, (origin) => {
    const mayRead = isShared(origin) || isReadable(origin, scope);
    return mayRead && conditions.every((holds) => holds(origin)) ? 1 : 0;
  });
}

/** What is searched for chunks. */
interface OriginsOfOutline {
  readonly outline: SessionOutline;
  /** 1 for each origin that is wanted. */
  readonly origins: Uint8Array;
}

/** The chunks of some origins that have not expired, and the time at which the first of them expires. Looks at those from an index on. */
function findLive(
  { outline, origins }: OriginsOfOutline,
  { as_of, now }: Pick<TimedReadScope, 'as_of' | 'now'>,
  from = 0,
): SeenChunks {
  const since = Date.parse(now);
  const texts: OutlinedText[] = [];
  let until = Infinity;
  for (let at = from; at < outline.length; at += 1) {
    if (origins[outline.originOf(at)] === 0 || !outline.isLive(at, as_of, since)) continue;
    until = Math.min(until, outline.expiresAt(at));
    texts.push(outline.textAt(at));
  }
  return { since, until, texts };
}

/** The same as of the newest position, which is computed once for each set of origins. */
function findLiveCached(wanted: OriginsOfOutline, scope: TimedReadScope): TextList<OutlinedText> {
  const { outline, origins } = wanted;
  if (scope.as_of < outline.lastChange) return new TextList(findLive(wanted, scope).texts);
  const find = (from: number): SeenChunks => findLive(wanted, scope, from);
  return outline.view(Buffer.from(origins).toString('latin1'), Date.parse(scope.now), find);
}

/** The texts of an outline that {@link filterVisible} and {@link filterMatching} would keep of the session's. */
export function filterOutline(
  outline: SessionOutline,
  scope: TimedReadScope,
  { late, filter }: { readonly late: LateVersions; readonly filter: ChunkFilter },
): TextList<OutlinedText> {
  const origins = selectOrigins(outline, scope, filter);
  if (!origins.includes(1)) return new TextList([]);
  const live = findLiveCached({ outline, origins }, scope);
  const seen = isEmpty(filter.excludeIds) ? live : excludeIds(live, filter.excludeIds);
  if (filter.since === undefined && late.size === 0) return seen;
  const from = filter.since === undefined ? -Infinity : Date.parse(filter.since);
  const isHeldBack = ({ id, position }: OutlinedText): boolean => {
    const newer = late.get(id);
    return newer !== undefined && newer <= scope.as_of && position < newer;
  };
  const isKept = (text: OutlinedText): boolean => text.occurredAt >= from && (late.size === 0 || !isHeldBack(text));
  return seen.texts.every(isKept) ? seen : new TextList(seen.texts.filter(isKept));
}
