import type { Participant } from '@crumbtrail/contracts';
import { byTime, keyOf, type Dropped, type Item, type Scored } from './item';
import { gistOf, says, type Compared } from './sameness';

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
  readonly name: string;
}

type Verdict = Pick<Dropped, 'decision' | 'reason'>;

/** Texts already in. Only what one speaker said with the same numbers, names of things, negations and questions is compared. */
class Texts {
  private readonly exact = new Map<string, Seen>();
  private readonly alike = new Map<string, Seen[]>();

  constructor(private readonly settings: DedupSettings) {}

  add(speaker: string, seen: Seen): void {
    const { exact, key } = seen.gist;
    if (!this.exact.has(`${speaker}\n${exact}`)) this.exact.set(`${speaker}\n${exact}`, seen);
    const group = `${speaker}\n${key}`;
    const there = this.alike.get(group);
    if (there) there.push(seen);
    else this.alike.set(group, [seen]);
  }

  holding(speaker: string, one: Compared): Verdict | null {
    const twin = this.exact.get(`${speaker}\n${one.gist.exact}`);
    if (twin) return { decision: 'duplicate_of', reason: twin.name };
    const near = this.alike.get(`${speaker}\n${one.gist.key}`)?.find((seen) => says(seen, one, this.settings) !== null);
    return near ? { decision: 'duplicate_of', reason: `${near.name} (near-same text)` } : null;
  }
}

const speakerOf = ({ kind, id }: Participant): string => `${kind}:${id}`;

/** The sheltered first; then the fuller, which says what the shorter does and more; of two as long, the later. */
function inTurn(ranked: readonly Scored[], exchanges: ReadonlySet<string>): Scored[] {
  const placed = ranked.map((scored) => ({
    scored,
    sheltered: exchanges.has(keyOf(scored.item)) ? 0 : 1,
    words: gistOf(scored.item.text).words.length,
    time: Date.parse(scored.item.occurred_at),
  }));
  const order = placed.sort(
    (a, b) => a.sheltered - b.sheltered || b.words - a.words || b.time - a.time || byTime(b.scored.item, a.scored.item),
  );
  return order.map(({ scored }) => scored);
}

/** The built-in embedder sees words, not meaning: to it `enable` and `disable` are near. */
const knowsMeaning = (embedder: string | null | undefined): boolean => !!embedder && !embedder.startsWith('lexical');

function comparing(ranked: readonly Scored[], knowing: boolean): (item: Item) => Compared {
  const best = new Set(knowing ? ranked.slice(0, MOST_COMPARED).map(({ item }) => keyOf(item)) : []);
  return (item) => {
    const { information, simhash, vector } = item;
    const known = { gist: gistOf(item.text), information, simhash };
    return vector && best.has(keyOf(item)) ? { ...known, vector } : known;
  };
}

/**
 * Drops a text that another one of the same speaker says too. Never the current message or the last exchanges;
 * never one of two texts that differ in a number, an identifier, a negation or the speaker. Of two that say the same, the
 * fuller stands, else the later.
 */
export function dedup(ranked: readonly Scored[], sheltered: Sheltered, settings: DedupSettings): Distinct {
  const { trigger, exchanges, embedder } = sheltered;
  const compared = comparing(ranked, knowsMeaning(embedder));
  const texts = new Texts(settings);
  const current = { gist: gistOf(trigger.text), information: 0, simhash: trigger.simhash, name: trigger.name };
  texts.add(speakerOf(trigger.author), current);

  const verdictOn = ({ item }: Scored): Verdict | null => {
    const speaker = speakerOf(item.author);
    const one = compared(item);
    const no = exchanges.has(keyOf(item)) ? null : texts.holding(speaker, one);
    if (no) return no;
    texts.add(speaker, { ...one, name: item.id });
    return null;
  };

  const verdicts = new Map<string, Verdict | null>();
  for (const one of inTurn(ranked, exchanges)) verdicts.set(keyOf(one.item), verdictOn(one));
  return {
    distinct: ranked.filter(({ item }) => !verdicts.get(keyOf(item))),
    dropped: ranked.flatMap((scored) => {
      const no = verdicts.get(keyOf(scored.item));
      return no ? [{ scored, ...no }] : [];
    }),
  };
}
