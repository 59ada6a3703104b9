import type { Participant } from '@crumbtrail/contracts';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { ExcerptPlan } from '../plan/plan';
import { listSearchedTerms, type SearchedQuery } from '../select/score';
import type { SelectedItems } from '../select/select-items';
import type { TextRange } from '../text/blocks';
import { TermFinder } from '../text/find-terms';
import {
  findBestUnits,
  readText,
  shareOf,
  toRanges,
  weighTermsByRarity,
  withNeighbours,
  type ReadText,
} from './choose-passages';
import { excerptItem } from './excerpt-item';
import { chooseFacts, isMemory, readFacts } from './excerpt-memory';
import { createReplierTest, groupByMessage, type MessagePieces } from './long-messages';
import { countCharacters, excerptReply } from './reply-excerpt';

/** What excerpts are made for. */
export interface ExcerptContext {
  readonly plan: ExcerptPlan;
  /** The words of the message. */
  readonly query: SearchedQuery;
  /** Does the message depend on earlier text, as "okay do that" does? */
  readonly dependsOnEarlier: boolean;
  /** The author of the current message. */
  readonly asker: Participant;
  /** Most tokens of the formatted context. */
  readonly cap: number;
  /** Does the embedder know meaning? Then a text may be found without a word of the question. */
  readonly semantic: boolean;
}

/** An excerpt of more than this share of a text is not worth its marks: the text stays whole. */
const NEARLY_ALL = 0.85;
/** The share of the budget that the replies of the last exchanges may take where the message depends on them. */
const LEANED_ON = 0.5;
/** Tokens of a long reply in the recent window where it does not: its beginning, its end and a sentence that the message refers to. */
const WINDOW_TOKENS = 45;
/** The share of the budget that the latest reply may take instead, where that is more. */
const LATEST = 0.04;
/** How many units of a text without a word of the question are shown, from its beginning. */
const BEGINNING = 2;

/** What a person says in more pieces than this, some 1,400 tokens, was pasted. */
const PASTED = 4;

/** A reply in the recent window that is too long, and the tokens that it may have. */
interface LongReply {
  readonly message: MessagePieces;
  readonly room: number;
}

/** The long texts among the items. */
interface LongTexts {
  readonly replies: readonly LongReply[];
  /** Found by a search. */
  readonly found: readonly ScoredItem[];
  /** Pieces of memories. */
  readonly memories: readonly ScoredItem[];
}

/** Some source searched for the message and found it. */
const isFound = ({ scores }: ScoredItem): boolean => Object.keys(scores).some((name) => !name.startsWith('rank.'));

const newestRecency = ({ pieces }: MessagePieces): number =>
  Math.min(...pieces.map(({ recency }) => recency ?? Infinity));

/**
 * The tokens that each reply may have. What "okay do that" refers to may be anywhere in the last exchanges: their replies stay whole, newest
 * first, as long as half of the budget holds them.
 */
function assignRooms(
  replies: readonly MessagePieces[],
  exchanges: ReadonlySet<string>,
  { plan, dependsOnEarlier, cap }: ExcerptContext,
): LongReply[] {
  let left = Math.floor(LEANED_ON * cap);
  const usual = Math.min(plan.over, WINDOW_TOKENS);
  const newestFirst = replies.toSorted((a, b) => newestRecency(a) - newestRecency(b));
  return newestFirst.map((message, nth) => {
    const isPinned = message.pieces.some(({ item }) => exchanges.has(itemKey(item)));
    if (!dependsOnEarlier || !isPinned)
      return { message, room: nth === 0 ? Math.max(usual, Math.floor(LATEST * cap)) : usual };
    const room = Math.max(plan.over, left);
    left -= Math.min(message.tokens, room);
    return { message, room };
  });
}

/** The long replies of the recent window, and the long texts that a search found. What people said in the window is never long. */
function findLongTexts({ items, exchanges, dropped }: SelectedItems, context: ExcerptContext): LongTexts {
  const { plan, asker } = context;
  const inWindow = ({ section, item }: ScoredItem): boolean => section === 'recent' || exchanges.has(itemKey(item));
  // What was dropped shows how somebody writes, too.
  const seen = [...items, ...dropped.map(({ scored }) => scored)];
  const isReplier = createReplierTest(groupByMessage(seen), asker);
  const replies = groupByMessage(items.filter(inWindow)).filter(({ author }) => isReplier(author));
  const isLongReply = ({ message: { tokens }, room }: LongReply): boolean => tokens > Math.max(plan.over, room);
  const isLong = ({ item: { indexed, chunks, author } }: ScoredItem): boolean =>
    indexed > plan.over && (isReplier(author) || chunks > PASTED);
  return {
    replies: assignRooms(replies, exchanges, context).filter(isLongReply),
    found: items.filter((one) => !inWindow(one) && isFound(one) && isLong(one) && !isMemory(one.item)),
    memories: items.filter(({ item }) => isMemory(item) && item.indexed > plan.over),
  };
}

/** The passages of a text that a search found; undefined where it stays whole. */
function choosePassages(
  text: ReadText,
  worth: Float64Array,
  { plan, semantic }: ExcerptContext,
): readonly TextRange[] | undefined {
  const best = findBestUnits(text, worth, plan.passages);
  if (best.length === 0 && semantic) return undefined;
  const shown = best.length > 0 ? withNeighbours(text, best) : new Set(text.units.slice(0, BEGINNING).keys());
  const ranges = toRanges(text, shown);
  return shareOf(text, ranges) > NEARLY_ALL ? undefined : ranges;
}

/** What is shown of each long text, by item key: no ranges where nothing is. */
type ChosenRanges = ReadonlyMap<string, readonly TextRange[]>;

const NO_RANGES: ChosenRanges = new Map();

function chooseOfLongTexts({ replies, found, memories }: LongTexts, context: ExcerptContext): ChosenRanges {
  const finder = new TermFinder(listSearchedTerms(context.query));
  const long = [...replies.flatMap(({ message }) => message.pieces), ...found, ...memories];
  // A block that has no room in the excerpt of a reply is read line by line.
  const rooms = new Map(
    replies.flatMap(({ message, room }) =>
      message.pieces.map(({ item }) => [itemKey(item), countCharacters(message, room)] as const),
    ),
  );
  const read = ({ item }: ScoredItem): ReadText =>
    isMemory(item) ? readFacts(item, finder) : readText(item, finder, rooms.get(itemKey(item)));
  const texts = new Map(long.map((one) => [itemKey(one.item), read(one)]));
  const textOf = ({ item }: ScoredItem): ReadText => texts.get(itemKey(item)) as ReadText;
  const worth = weighTermsByRarity([...texts.values()], finder);
  const chosen = new Map<string, readonly TextRange[]>();
  for (const scored of found) {
    const ranges = choosePassages(textOf(scored), worth, context);
    if (ranges) chosen.set(itemKey(scored.item), ranges);
  }
  for (const scored of memories) {
    const ranges = chooseFacts(textOf(scored), worth);
    if (ranges) chosen.set(itemKey(scored.item), ranges);
  }
  for (const { message, room } of replies) {
    const pieces = excerptReply(message, message.pieces.map(textOf), worth, { room, passages: context.plan.passages });
    for (const { scored, ranges } of pieces ?? []) chosen.set(itemKey(scored.item), ranges);
  }
  return chosen;
}

/** Nothing is cut where excerpts are off, and where no text is long. */
function chooseRanges(selected: SelectedItems, context: ExcerptContext): ChosenRanges {
  if (context.plan.passages === 0) return NO_RANGES;
  const long = findLongTexts(selected, context);
  return long.replies.length + long.found.length + long.memories.length === 0
    ? NO_RANGES
    : chooseOfLongTexts(long, context);
}

/** The reason of a piece of which nothing is shown. */
export const NOTHING_SHOWN = 'nothing of this piece is in the excerpt of its message';

/**
 * Cuts long texts to what the current message is about: a text that a search found to its best passages, a reply in the recent window to
 * its beginning, its end and what the message refers to, a memory to its facts about the message. What the asker and other people said in
 * the window stays whole. A part of a table, of a code block or of a JSON value also shows what it is a part of.
 */
export function excerptItems(selected: SelectedItems, context: ExcerptContext): SelectedItems {
  const chosen = chooseRanges(selected, context);
  const isEmpty = ({ item }: ScoredItem): boolean => chosen.get(itemKey(item))?.length === 0;
  const dropped = selected.items.filter(isEmpty).map((scored): DroppedItem => {
    return { scored, decision: 'below_floor', reason: NOTHING_SHOWN };
  });
  const gone = new Set(dropped.map(({ scored }) => itemKey(scored.item)));
  return {
    items: selected.items
      .filter((scored) => !isEmpty(scored))
      .map((scored) => ({ ...scored, item: excerptItem(scored.item, chosen.get(itemKey(scored.item)), true) })),
    exchanges: new Set([...selected.exchanges].filter((key) => !gone.has(key))),
    dropped: [...selected.dropped, ...dropped],
  };
}
