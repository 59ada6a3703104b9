import type { Participant } from '@crumbtrail/contracts';
import { itemKey, type ContextItem, type DroppedItem, type ScoredItem } from '../gather/item';
import type { Fingerprint } from '../text/fingerprint';
import { compareTexts, simhashBits, type ComparedText, type SimilarityLimits } from '../text/similarity';

/** The items that stay, each text once, best first, and the duplicates dropped. */
export interface DeduplicatedItems {
  readonly distinct: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** What is never dropped as a duplicate, and how vectors are to be read. */
export interface DedupContext {
  /** The current message: older messages that say the same are dropped in its favour. */
  readonly trigger: {
    readonly author: Participant;
    readonly fingerprint: Fingerprint;
    readonly simhash: string;
    /** Names the message in the reason of what is dropped. */
    readonly name: string;
  };
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  /** Name of the embedder of the items' vectors. */
  readonly embedder?: string | null;
}

/** Vectors are compared only among this many of the best items. */
const MAX_VECTOR_COMPARISONS = 50;

interface SeenText extends ComparedText {
  /** The item that stays; absent for the current message, which is not a candidate. */
  readonly scored?: ScoredItem;
  readonly name: string;
}

/** The text that an item duplicates, and whether the two only nearly match. */
interface DuplicateMatch {
  readonly seen: SeenText;
  readonly near: boolean;
}

/** The texts kept of one speaker, indexed by what a duplicate must share with them: the text, a first word, length, or a vector. */
class SpeakerTexts {
  private readonly exact = new Map<string, SeenText>();
  private readonly beginnings = new Map<string, SeenText[]>();
  private readonly long: SeenText[] = [];
  private readonly withVector: SeenText[] = [];

  constructor(private readonly limits: SimilarityLimits) {}

  add(seen: SeenText): void {
    const { exact, beginnings } = seen.fingerprint;
    if (!this.exact.has(exact)) this.exact.set(exact, seen);
    for (const word of beginnings) {
      const list = this.beginnings.get(word);
      if (list) list.push(seen);
      else this.beginnings.set(word, [seen]);
    }
    if (seen.bits) this.long.push(seen);
    if (seen.vector) this.withVector.push(seen);
  }

  findMatch(one: ComparedText): DuplicateMatch | null {
    const same = this.exact.get(one.fingerprint.exact);
    if (same) return { seen: same, near: false };
    const lists = [
      this.beginnings.get(one.fingerprint.words[0] ?? ''),
      one.bits && this.long,
      one.vector && this.withVector,
    ];
    for (const list of lists) {
      const match = list?.find((seen) => compareTexts(seen, one, this.limits) !== null);
      if (match) return { seen: match, near: true };
    }
    return null;
  }
}

class TextsBySpeaker {
  private readonly speakers = new Map<string, SpeakerTexts>();

  constructor(private readonly limits: SimilarityLimits) {}

  get({ kind, id }: Participant): SpeakerTexts {
    const speaker = `${kind}:${id}`;
    const known = this.speakers.get(speaker);
    if (known) return known;
    const texts = new SpeakerTexts(this.limits);
    this.speakers.set(speaker, texts);
    return texts;
  }
}

/** The order of comparison: the last exchanges first; then longer texts, which may contain shorter ones; then better ones. */
function comparisonOrder(ranked: readonly ScoredItem[], exchanges: ReadonlySet<string>): ScoredItem[] {
  const keyed = ranked.map((scored) => ({
    scored,
    group: exchanges.has(itemKey(scored.item)) ? 0 : 1,
    words: scored.item.fingerprint.words.length,
  }));
  const ordered = keyed.sort((a, b) => a.group - b.group || b.words - a.words || a.scored.rank - b.scored.rank);
  return ordered.map(({ scored }) => scored);
}

/** Does the embedder compare meaning? The built-in one compares words: `enable` and `disable` are near to it. */
export const isSemantic = (embedder: string | null | undefined): boolean =>
  !!embedder && !embedder.startsWith('lexical');

function createComparer(ranked: readonly ScoredItem[], semantic: boolean): (item: ContextItem) => ComparedText {
  const best = new Set(semantic ? ranked.slice(0, MAX_VECTOR_COMPARISONS).map(({ item }) => itemKey(item)) : []);
  return (item) => {
    const { vector } = item;
    const compared = toComparedText(item);
    return vector && best.has(itemKey(item)) ? { ...compared, vector } : compared;
  };
}

function toComparedText({
  fingerprint,
  information,
  simhash,
}: Pick<ContextItem, 'fingerprint' | 'information' | 'simhash'>): ComparedText {
  const bits = simhashBits(fingerprint, simhash);
  return bits ? { fingerprint, information, bits } : { fingerprint, information };
}

/** For each item the text that it duplicates; null for items that stay. */
type DuplicateMatches = ReadonlyMap<ScoredItem, DuplicateMatch | null>;

function findDuplicates(
  ranked: readonly ScoredItem[],
  { trigger, exchanges, embedder }: DedupContext,
  limits: SimilarityLimits,
): DuplicateMatches {
  const compared = createComparer(ranked, isSemantic(embedder));
  const kept = new TextsBySpeaker(limits);
  const { author, fingerprint, simhash, name } = trigger;
  kept.get(author).add({ ...toComparedText({ fingerprint, simhash, information: 0 }), name });
  const matches = new Map<ScoredItem, DuplicateMatch | null>();
  for (const scored of comparisonOrder(ranked, exchanges)) {
    const { item } = scored;
    const one = compared(item);
    const texts = kept.get(item.author);
    const match = exchanges.has(itemKey(item)) ? null : texts.findMatch(one);
    matches.set(scored, match);
    if (!match) texts.add({ ...one, scored, name: item.id });
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
 * Drops texts that another text of the same speaker repeats. Never drops the last exchanges, or one of two texts that differ in
 * a number, an identifier, a negation or the speaker. Of two texts with the same content, the longer stays, or else the better
 * ranked, and it gets the better rank of the two.
 */
export function deduplicate(
  ranked: readonly ScoredItem[],
  context: DedupContext,
  limits: SimilarityLimits,
): DeduplicatedItems {
  const matches = findDuplicates(ranked, context, limits);
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
