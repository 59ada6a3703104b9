import type { Participant } from '@crumbtrail/contracts';
import { keyOf, type Dropped, type Item, type Scored } from '../gather/item';
import { bitsOf, gistOf, says, type Compared } from '../text/similarity';

/** What is left to choose from, each text once, best first. */
export interface Distinct {
  readonly distinct: readonly Scored[];
  readonly dropped: readonly Dropped[];
}

/** What dedup keeps whatever it says. */
export interface Sheltered {
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
export interface DedupSettings {
  /** Bits of SimHash; 0 leaves only the same text to count as one. */
  readonly near_distance: number;
  readonly cosine: number;
}

/** Vectors are compared among so many: the best that are left. */
const MOST_COMPARED = 50;

interface Seen extends Compared {
  /** The one that stands; absent for the current message, which is no candidate. */
  readonly scored?: Scored;
  readonly name: string;
}

/** What says it already, and how alike the two are. */
interface Twin {
  readonly seen: Seen;
  readonly near: boolean;
}

/** Texts of one speaker that are in already, found by what two that say the same must share: a beginning, length, or a vector. */
class Texts {
  private readonly exact = new Map<string, Seen>();
  private readonly beginnings = new Map<string, Seen[]>();
  private readonly long: Seen[] = [];
  private readonly meant: Seen[] = [];

  constructor(private readonly settings: DedupSettings) {}

  add(seen: Seen): void {
    const { exact, beginnings } = seen.gist;
    if (!this.exact.has(exact)) this.exact.set(exact, seen);
    for (const word of beginnings) {
      const there = this.beginnings.get(word);
      if (there) there.push(seen);
      else this.beginnings.set(word, [seen]);
    }
    if (seen.bits) this.long.push(seen);
    if (seen.vector) this.meant.push(seen);
  }

  holding(one: Compared): Twin | null {
    const same = this.exact.get(one.gist.exact);
    if (same) return { seen: same, near: false };
    const among = [this.beginnings.get(one.gist.words[0] ?? ''), one.bits && this.long, one.vector && this.meant];
    for (const list of among) {
      const near = list?.find((seen) => says(seen, one, this.settings) !== null);
      if (near) return { seen: near, near: true };
    }
    return null;
  }
}

/** What each speaker has said. */
class Said {
  private readonly speakers = new Map<string, Texts>();

  constructor(private readonly settings: DedupSettings) {}

  by({ kind, id }: Participant): Texts {
    const speaker = `${kind}:${id}`;
    const there = this.speakers.get(speaker);
    if (there) return there;
    const texts = new Texts(this.settings);
    this.speakers.set(speaker, texts);
    return texts;
  }
}

/** The sheltered first; then the fuller, which says what the shorter does and more; of two as long, the better one. */
function inTurn(ranked: readonly Scored[], exchanges: ReadonlySet<string>): Scored[] {
  const placed = ranked.map((scored) => ({
    scored,
    sheltered: exchanges.has(keyOf(scored.item)) ? 0 : 1,
    words: scored.item.gist.words.length,
  }));
  const order = placed.sort((a, b) => a.sheltered - b.sheltered || b.words - a.words || a.scored.rank - b.scored.rank);
  return order.map(({ scored }) => scored);
}

/** The built-in embedder sees words, not meaning: to it `enable` and `disable` are near. */
const knowsMeaning = (embedder: string | null | undefined): boolean => !!embedder && !embedder.startsWith('lexical');

function comparing(ranked: readonly Scored[], knowing: boolean): (item: Item) => Compared {
  const best = new Set(knowing ? ranked.slice(0, MOST_COMPARED).map(({ item }) => keyOf(item)) : []);
  return (item) => {
    const { vector } = item;
    const known = comparedOf(item);
    return vector && best.has(keyOf(item)) ? { ...known, vector } : known;
  };
}

function comparedOf({ gist, information, simhash }: Pick<Item, 'gist' | 'information' | 'simhash'>): Compared {
  const bits = bitsOf(gist, simhash);
  return bits ? { gist, information, bits } : { gist, information };
}

/** Who goes, in whose favour; null for what stands. */
type Twins = ReadonlyMap<Scored, Twin | null>;

function twinsAmong(
  ranked: readonly Scored[],
  { trigger, exchanges, embedder }: Sheltered,
  settings: DedupSettings,
): Twins {
  const compared = comparing(ranked, knowsMeaning(embedder));
  const said = new Said(settings);
  said
    .by(trigger.author)
    .add({ ...comparedOf({ ...trigger, gist: gistOf(trigger.text), information: 0 }), name: trigger.name });
  const twins = new Map<Scored, Twin | null>();
  for (const scored of inTurn(ranked, exchanges)) {
    const { item } = scored;
    const one = compared(item);
    const texts = said.by(item.author);
    const twin = exchanges.has(keyOf(item)) ? null : texts.holding(one);
    twins.set(scored, twin);
    if (!twin) texts.add({ ...one, scored, name: item.id });
  }
  return twins;
}

/** What stands for several takes the best place of them: it says what that one was found for. They change places. */
function places(twins: Twins, exchanges: ReadonlySet<string>): ReadonlyMap<Scored, Scored> {
  const best = new Map<Scored, Scored>();
  for (const [scored, twin] of twins) {
    const stands = twin?.seen.scored;
    if (!stands || exchanges.has(keyOf(stands.item))) continue;
    if (scored.rank < (best.get(stands) ?? stands).rank) best.set(stands, scored);
  }
  const placed = new Map<Scored, Scored>();
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
export function dedup(ranked: readonly Scored[], sheltered: Sheltered, settings: DedupSettings): Distinct {
  const twins = twinsAmong(ranked, sheltered, settings);
  const placed = places(twins, sheltered.exchanges);
  const at = (scored: Scored): Scored => placed.get(scored) ?? scored;
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
