import type { Viewer } from '@crumbtrail/contracts';
import { memoizeByList } from '../rank/memoize';
import type { TextChunk } from '../session-cache/text-chunk';
import type { ChunkFilter, ReadScope } from './chunk-filter.sql';

/** Crumbs with newer versions that the index has not reached yet, and where the first of those stands in the log. */
export type LateVersions = ReadonlyMap<string, number>;

/** `mayRead` of libs/contracts over an audience as the store keeps it. */
function mayRead({ row, author }: TextChunk, { participant, operator }: Viewer): boolean {
  if (operator) return true;
  const { kind, id } = participant;
  if (author.kind === kind && author.id === id) return true;
  return row.audience.some((token) => token === '*' || token === id || (token === '@agents' && kind === 'agent'));
}

function isCurrent({ row }: TextChunk, as_of: number, late: LateVersions | null): boolean {
  if (row.position > as_of || (row.superseded_position !== null && row.superseded_position <= as_of)) return false;
  const newer = late?.get(row.id);
  return newer === undefined || newer > as_of || row.position >= newer;
}

const isShared = ({ row }: TextChunk): boolean => row.audience.length === 1 && row.audience[0] === '*';

/**
 * The wall over texts of one workspace in memory: what was written by `as_of` and not superseded by then, has not expired at
 * `now`, and may be read by all eyes. `visible` says the same in SQL. It stands before everything else, neighbours and
 * statistics of a session included.
 */
export function filterVisible(
  texts: readonly TextChunk[],
  sight: Omit<ReadScope, 'workspace'>,
  late: LateVersions,
): TextChunk[] {
  const now = sight.now === null ? Date.now() : Date.parse(sight.now);
  const { as_of, viewers } = sight;
  const newer = late.size > 0 ? late : null;
  const found: TextChunk[] = [];
  for (const text of texts) {
    const isThere = isCurrent(text, as_of, newer) && (text.expiresAt === null || text.expiresAt > now);
    if (isThere && (isShared(text) || viewers.every((viewer) => mayRead(text, viewer)))) found.push(text);
  }
  return found;
}

/** What one pair of eyes sees of texts, and from when until when it sees just that. */
interface CachedView {
  readonly since: number;
  readonly until: number;
  readonly seen: readonly TextChunk[];
}

/** Different eyes, and different filters, that are remembered of one list of texts. */
const MOST_VIEWS = 64;

function cacheValue<Value>(known: Map<string, Value>, name: string, value: Value): Value {
  if (known.size >= MOST_VIEWS) known.clear();
  known.set(name, value);
  return value;
}

/** Views of a list of texts by eyes, and the last position at which anything happened to one of them. */
const getViews = memoizeByList((texts: readonly TextChunk[]) => ({
  last: texts.reduce((most, { row }) => Math.max(most, row.position, row.superseded_position ?? 0), 0),
  views: new Map<string, CachedView>(),
}));

/**
 * What `behindWall` lets through of texts that are looked at again and again. Remembered for the same eyes while nothing more
 * expires, and only as of a position after everything that happened to these texts: then it cannot be anything else.
 */
export function filterVisibleCached(
  texts: readonly TextChunk[],
  sight: ReadScope & { readonly now: string },
  late: LateVersions,
) {
  const now = Date.parse(sight.now);
  const { last, views } = getViews(texts);
  if (late.size > 0 || sight.as_of < last) return filterVisible(texts, sight, late);
  const eyes = JSON.stringify(sight.viewers);
  const known = views.get(eyes);
  if (known && known.since <= now && now < known.until) return known.seen;
  const seen: readonly TextChunk[] = filterVisible(texts, sight, late);
  const until = seen.reduce((first, { expiresAt }) => Math.min(first, expiresAt ?? Infinity), Infinity);
  return cacheValue(views, eyes, { since: now, until, seen }).seen;
}

type ChunkPredicate = (text: TextChunk) => boolean;

const isEmpty = (list: readonly unknown[] | undefined): list is undefined => !list?.length;

/** What a crumb is, and what it is marked with. */
function createContentConditions({ schemas, besides, tags, exclude }: ChunkFilter): (ChunkPredicate | false)[] {
  const excluded = new Set(exclude);
  return [
    !isEmpty(schemas) && ((text) => schemas.includes(text.row.schema_name)),
    !isEmpty(besides) && ((text) => !besides.includes(text.row.schema_name)),
    !isEmpty(tags) && ((text) => tags.every((tag) => text.tags.includes(tag))),
    excluded.size > 0 && ((text) => !excluded.has(text.id)),
  ];
}

/** Where, by whom and when it was said. */
function createOriginConditions({ session, author, since }: ChunkFilter): (ChunkPredicate | false)[] {
  const from = since === undefined ? 0 : Date.parse(since);
  return [
    session !== undefined && ((text) => text.session === session),
    !!author && (({ author: by }) => by.id === author.id && (!author.kind || by.kind === author.kind)),
    since !== undefined && ((text) => text.occurredAt >= from),
  ];
}

const createConditions = (filter: ChunkFilter): ChunkPredicate[] =>
  [...createContentConditions(filter), ...createOriginConditions(filter)].filter((one) => one !== false);

const getFiltered = memoizeByList((_texts: readonly TextChunk[]) => new Map<string, readonly TextChunk[]>());

/** Empty lists want everything, as what is absent does. */
const omitEmpty = (_name: string, value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? undefined : value;

/** The texts that a filter wants; `matching` says the same in SQL. The same texts and filter give the same list. */
export function filterMatching(texts: readonly TextChunk[], filter: ChunkFilter): readonly TextChunk[] {
  const name = JSON.stringify(filter, omitEmpty);
  const known = getFiltered(texts);
  const before = known.get(name);
  if (before) return before;
  const conditions = createConditions(filter);
  return cacheValue(
    known,
    name,
    texts.filter((text) => conditions.every((holds) => holds(text))),
  );
}
