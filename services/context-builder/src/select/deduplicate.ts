import type { Participant } from '@crumbtrail/contracts';
import { itemKey, type DroppedItem, type ContextItem, type ScoredItem } from '../gather/item';
import { simhashBits, fingerprintOf, compareTexts, type ComparedText } from '../text/similarity';

/** What is left to choose from, each text once, best first. */
export interface DeduplicatedItems {
  readonly distinct: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** What dedup keeps whatever it says. */
export interface DedupContext {
  /** The current message: older words that say the same as it give way to it. */
  readonly trigger: {
    readonly author: Participant;
    readonly text: string;
    readonly simhash: string;
    readonly name: string;
  };
  /** Keys of the last exchanges. */
  readonly exchanges: ReadonlySet<string>;
  /** Whose vectors the items have. */
  readonly embedder?: string | null;
}

/** How like each other two texts must be to count as one. */
export interface DedupLimits {
  /** Bits of SimHash; 0 leaves only the same text to count as one. */
  readonly near_distance: number;
  readonly cosine: number;
}

/** Vectors are compared among so many: the best that are left. */
const MOST_COMPARED = 50;

interface SeenText extends ComparedText {
  /** The one that stands; absent for the current message, which is no candidate. */
  readonly scored?: ScoredItem;
  readonly name: string;
}

/** What says it already, and how alike the two are. */
interface DuplicateMatch {
  readonly seen: SeenText;
  readonly near: boolean;
}

/** Texts of one speaker that are in already, found by what two that say the same must share: a beginning, length, or a vector. */
class SpeakerTexts {
  private readonly exact = new Map<string, SeenText>();
  private readonly beginnings = new Map<string, SeenText[]>();
  private readonly long: SeenText[] = [];
  private readonly withVector: SeenText[] = [];

  constructor(private readonly settings: DedupLimits) {}

  add(seen: SeenText): void {
    const { exact, beginnings } = seen.fingerprint;
    if (!this.exact.has(exact)) this.exact.set(exact, seen);
    for (const word of beginnings) {
      const there = this.beginnings.get(word);
      if (there) there.push(seen);
      else this.beginnings.set(word, [seen]);
    }
    if (seen.bits) this.long.push(seen);
    if (seen.vector) this.withVector.push(seen);
  }

  findMatch(one: ComparedText): DuplicateMatch | null {
    const same = this.exact.get(one.fingerprint.exact);
    if (same) return { seen: same, near: false };
    const among = [
      this.beginnings.get(one.fingerprint.words[0] ?? ''),
      one.bits && this.long,
      one.vector && this.withVector,
    ];
    for (const list of among) {
      const near = list?.find((seen) => compareTexts(seen, one, this.settings) !== null);
      if (near) return { seen: near, near: true };
    }
    return null;
  }
}

/** What each speaker has said. */
class TextsBySpeaker {
  private readonly speakers = new Map<string, SpeakerTexts>();

  constructor(private readonly settings: DedupLimits) {}

  by({ kind, id }: Participant): SpeakerTexts {
    const speaker = `${kind}:${id}`;
    const there = this.speakers.get(speaker);
    if (there) return there;
    const texts = new SpeakerTexts(this.settings);
    this.speakers.set(speaker, texts);
    return texts;
  }
}

/** The sheltered first; then the fuller, which says what the shorter does and more; of two as long, the better one. */
function comparisonOrder(ranked: readonly ScoredItem[], exchanges: ReadonlySet<string>): ScoredItem[] {
  const placed = ranked.map((scored) => ({
    scored,
    sheltered: exchanges.has(itemKey(scored.item)) ? 0 : 1,
    words: scored.item.fingerprint.words.length,
  }));
  const order = placed.sort((a, b) => a.sheltered - b.sheltered || b.words - a.words || a.scored.rank - b.scored.rank);
  return order.map(({ scored }) => scored);
}

/** The built-in embedder sees words, not meaning: to it `enable` and `disable` are near. */
const isSemantic = (embedder: string | null | undefined): boolean => !!embedder && !embedder.startsWith('lexical');

function createComparer(ranked: readonly ScoredItem[], knowing: boolean): (item: ContextItem) => ComparedText {
  const best = new Set(knowing ? ranked.slice(0, MOST_COMPARED).map(({ item }) => itemKey(item)) : []);
  return (item) => {
    const { vector } = item;
    const known = toComparedText(item);
    return vector && best.has(itemKey(item)) ? { ...known, vector } : known;
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

/** Who goes, in whose favour; null for what stands. */
type DuplicateMatches = ReadonlyMap<ScoredItem, DuplicateMatch | null>;

function findDuplicates(
  ranked: readonly ScoredItem[],
  { trigger, exchanges, embedder }: DedupContext,
  settings: DedupLimits,
): DuplicateMatches {
  const compared = createComparer(ranked, isSemantic(embedder));
  const said = new TextsBySpeaker(settings);
  said.by(trigger.author).add({
    ...toComparedText({ ...trigger, fingerprint: fingerprintOf(trigger.text), information: 0 }),
    name: trigger.name,
  });
  const twins = new Map<ScoredItem, DuplicateMatch | null>();
  for (const scored of comparisonOrder(ranked, exchanges)) {
    const { item } = scored;
    const one = compared(item);
    const texts = said.by(item.author);
    const twin = exchanges.has(itemKey(item)) ? null : texts.findMatch(one);
    twins.set(scored, twin);
    if (!twin) texts.add({ ...one, scored, name: item.id });
  }
  return twins;
}

/** What stands for several takes the best place of them: it says what that one was found for. They change places. */
function swapRanks(twins: DuplicateMatches, exchanges: ReadonlySet<string>): ReadonlyMap<ScoredItem, ScoredItem> {
  const best = new Map<ScoredItem, ScoredItem>();
  for (const [scored, twin] of twins) {
    const stands = twin?.seen.scored;
    if (!stands || exchanges.has(itemKey(stands.item))) continue;
    if (scored.rank < (best.get(stands) ?? stands).rank) best.set(stands, scored);
  }
  const placed = new Map<ScoredItem, ScoredItem>();
  for (const [stands, gone] of best) {
    placed.set(stands, { ...stands, rank: gone.rank, section: gone.section });
    placed.set(gone, { ...gone, rank: stands.rank });
  }
  return placed;
}

/**
 * Drops a text that another one of the same speaker says too. Never the current message or the last exchanges; never one of
 * two texts that differ in a number, an identifier, a negation or the speaker. Of two that say the same, the fuller stands, else
 * the one that is found better, and at the better one's place.
 */
export function deduplicate(
  ranked: readonly ScoredItem[],
  sheltered: DedupContext,
  settings: DedupLimits,
): DeduplicatedItems {
  const twins = findDuplicates(ranked, sheltered, settings);
  const placed = swapRanks(twins, sheltered.exchanges);
  const at = (scored: ScoredItem): ScoredItem => placed.get(scored) ?? scored;
  return {
    distinct: ranked
      .filter((scored) => !twins.get(scored))
      .map(at)
      .sort((a, b) => a.rank - b.rank),
    dropped: ranked.flatMap((scored) => {
      const twin = twins.get(scored);
      if (!twin) return [];
      const reason = twin.near ? `${twin.seen.name} (near-same text)` : twin.seen.name;
      return [{ scored: at(scored), decision: 'duplicate_of', reason }];
    }),
  };
}
