import { isBuiltInEmbedder, type Participant } from '@crumbtrail/contracts';
import { compareItemsByTime, itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { Fingerprint } from '../text/fingerprint';
import { saysYesOrNo } from '../text/yes-or-no';

/** The items that stay, each text once, best first, and the duplicates dropped. */
export interface DeduplicatedItems {
  readonly distinct: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** What is never dropped as a duplicate. */
export interface DedupContext {
  /** The current message: older messages that say the same are dropped in its favour. */
  readonly trigger: {
    readonly author: Participant;
    readonly fingerprint: Fingerprint;
    /** Names the message in the reason of what is dropped. */
    readonly name: string;
  };
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
}

/** How alike two texts must be to count as one. */
export interface DedupSettings {
  /** 0: identical texts only. Any other number: also texts that say the same in the same words. */
  readonly near_distance: number;
}

interface SeenText {
  readonly fingerprint: Fingerprint;
  /** The item that stays; absent for the current message, which is not a candidate. */
  readonly scored?: ScoredItem;
  readonly name: string;
}

/** The text that an item duplicates, and whether it is written in another way. */
interface DuplicateMatch {
  readonly seen: SeenText;
  readonly near: boolean;
}

/** The texts kept so far, by speaker and statement. */
class KeptTexts {
  private readonly texts = new Map<string, SeenText[]>();

  constructor(private readonly settings: DedupSettings) {}

  add(author: Participant, seen: SeenText): void {
    const key = keyOf(author, seen.fingerprint);
    const list = this.texts.get(key);
    if (list) list.push(seen);
    else this.texts.set(key, [seen]);
  }

  find(author: Participant, fingerprint: Fingerprint): DuplicateMatch | null {
    const list = this.texts.get(keyOf(author, fingerprint)) ?? [];
    const same = list.find((seen) => seen.fingerprint.exact === fingerprint.exact);
    if (same) return { seen: same, near: false };
    const near = this.settings.near_distance > 0 && list.find((seen) => seen.fingerprint.saysSameAs(fingerprint));
    return near ? { seen: near, near: true } : null;
  }
}

const keyOf = ({ kind, id }: Participant, { statement }: Fingerprint): string => `${kind}:${id} ${statement}`;

/** The order of comparison: the last exchanges first, then the newest. What comes first stays. */
function comparisonOrder(ranked: readonly ScoredItem[], exchanges: ReadonlySet<string>): ScoredItem[] {
  const isExchange = ({ item }: ScoredItem): number => (exchanges.has(itemKey(item)) ? 0 : 1);
  return [...ranked].sort((a, b) => isExchange(a) - isExchange(b) || compareItemsByTime(b.item, a.item));
}

/** So few words say nothing without what they answer, and the same words after another question are another answer: `higher`, `the second one`. */
const MAX_ANSWER_WORDS = 3;
/** A yes or a no may have so many. */
const MAX_YES_WORDS = 4;

const isShortAnswer = ({ exact, words }: Fingerprint): boolean =>
  words.length <= MAX_ANSWER_WORDS || (words.length <= MAX_YES_WORDS && saysYesOrNo(exact, words));

/** Whether a few words that only a search found say what the current message says: whoever said them answered something else. */
function repeatsMessage({ item: { fingerprint }, recency }: ScoredItem, trigger: Fingerprint): boolean {
  if (recency !== undefined || !isShortAnswer(fingerprint) || fingerprint.statement !== trigger.statement) return false;
  return fingerprint.exact === trigger.exact || fingerprint.saysSameAs(trigger);
}

/** For each item the text that it duplicates; null for items that stay. */
type DuplicateMatches = ReadonlyMap<ScoredItem, DuplicateMatch | null>;

function findDuplicates(
  ranked: readonly ScoredItem[],
  { trigger, exchanges }: DedupContext,
  settings: DedupSettings,
): DuplicateMatches {
  const kept = new KeptTexts(settings);
  kept.add(trigger.author, trigger);
  const matches = new Map<ScoredItem, DuplicateMatch | null>();
  const findMatch = (scored: ScoredItem): DuplicateMatch | null => {
    const { author, fingerprint } = scored.item;
    if (exchanges.has(itemKey(scored.item))) return null;
    if (repeatsMessage(scored, trigger.fingerprint)) return { seen: trigger, near: false };
    const found = kept.find(author, fingerprint);
    return found?.seen.scored && isShortAnswer(fingerprint) ? null : found;
  };
  for (const scored of comparisonOrder(ranked, exchanges)) {
    const { author, fingerprint, id } = scored.item;
    const match = findMatch(scored);
    matches.set(scored, match);
    if (!match) kept.add(author, { fingerprint, scored, name: id });
  }
  return matches;
}

/** An item that stays takes the best rank and section among its duplicates, because it has the text that they were found for; they swap ranks. */
function swapRanks(matches: DuplicateMatches, exchanges: ReadonlySet<string>): ReadonlyMap<ScoredItem, ScoredItem> {
  const best = new Map<ScoredItem, ScoredItem>();
  for (const [scored, match] of matches) {
    const kept = match?.seen.scored;
    if (!kept || exchanges.has(itemKey(kept.item))) continue;
    if (scored.rank < (best.get(kept) ?? kept).rank) best.set(kept, scored);
  }
  const swapped = new Map<ScoredItem, ScoredItem>();
  for (const [kept, dropped] of best) {
    swapped.set(kept, { ...kept, rank: dropped.rank, section: dropped.section });
    swapped.set(dropped, { ...dropped, rank: kept.rank });
  }
  return swapped;
}

/**
 * Drops texts that a newer text of the same speaker repeats in the same words. Never drops the last exchanges, a few words that may answer something, or one of two texts that
 * differ in any word, number, identifier, symbol, quotation or question mark, in any language. What stays gets the better rank of the two.
 */
export function deduplicate(
  ranked: readonly ScoredItem[],
  context: DedupContext,
  settings: DedupSettings,
): DeduplicatedItems {
  const matches = findDuplicates(ranked, context, settings);
  const swapped = swapRanks(matches, context.exchanges);
  const withRank = (scored: ScoredItem): ScoredItem => swapped.get(scored) ?? scored;
  return {
    distinct: ranked
      .filter((scored) => !matches.get(scored))
      .map(withRank)
      .sort((a, b) => a.rank - b.rank),
    dropped: ranked.flatMap((scored) => {
      const match = matches.get(scored);
      if (!match) return [];
      const reason = match.near ? `${match.seen.name} (near-same text)` : match.seen.name;
      return [{ scored: withRank(scored), decision: 'duplicate_of', reason }];
    }),
  };
}

/** Does the embedder tell texts apart that say the opposite? To the built-in ones `enable` and `disable` are near. */
export const isSemantic = (embedder: string | null | undefined): boolean => !!embedder && !isBuiltInEmbedder(embedder);
