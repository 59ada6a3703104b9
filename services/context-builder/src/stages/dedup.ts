import type { Participant } from '@crumbtrail/contracts';
import { answersIn, isFiller } from './filler';
import { byTime, keyOf, type Dropped, type Scored } from './item';
import { gistOf, sameness, type Gist } from './sameness';

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
}

/** How like each other two texts must be to count as one, in bits of SimHash, and whether filler goes. */
export interface DedupSettings {
  readonly near_distance: number;
  readonly filler: boolean;
}

interface Seen {
  readonly gist: Gist;
  readonly name: string;
}

type Verdict = Pick<Dropped, 'decision' | 'reason'>;

/** Texts already in, by speaker; those that can be compared by a key are found by it, only long ones are gone through. */
class Texts {
  private readonly exact = new Map<string, Seen>();
  private readonly content = new Map<string, Seen>();
  private readonly long: (Seen & { readonly speaker: string })[] = [];

  constructor(private readonly nearDistance: number) {}

  add(speaker: string, seen: Seen): void {
    const keep = (map: Map<string, Seen>, key: string): unknown => (map.has(key) ? null : map.set(key, seen));
    keep(this.exact, `${speaker}\n${seen.gist.exact}`);
    keep(this.content, `${speaker}\n${seen.gist.marks}\n${seen.gist.content}`);
    this.long.push({ ...seen, speaker });
  }

  like(speaker: string, gist: Gist): Verdict | null {
    const candidates = [
      this.exact.get(`${speaker}\n${gist.exact}`),
      this.content.get(`${speaker}\n${gist.marks}\n${gist.content}`),
      ...this.long.filter((one) => one.speaker === speaker && one.gist.marks === gist.marks),
    ];
    for (const seen of candidates) {
      const how = seen && sameness(seen.gist, gist, this.nearDistance);
      if (how) return { decision: 'duplicate_of', reason: how === 'same text' ? seen.name : `${seen.name} (${how})` };
    }
    return null;
  }
}

const speakerOf = ({ kind, id }: Participant): string => `${kind}:${id}`;

/** The sheltered first, then the newest: of two texts that say the same, the later one stands. */
function order(exchanges: ReadonlySet<string>): (a: Scored, b: Scored) => number {
  const sheltered = ({ item }: Scored): number => (exchanges.has(keyOf(item)) ? 0 : 1);
  return (a, b) => sheltered(a) - sheltered(b) || byTime(b.item, a.item);
}

/**
 * Drops a text that another one of the same speaker says too, and filler. Never the current message or the last exchanges;
 * never one of two texts that differ in a number, an identifier, a negation or the speaker.
 */
export function dedup(ranked: readonly Scored[], sheltered: Sheltered, settings: DedupSettings): Distinct {
  const answers = answersIn(ranked.filter(({ recency }) => recency !== undefined).map(({ item }) => item));
  const texts = new Texts(settings.near_distance);
  const { trigger, exchanges } = sheltered;
  texts.add(speakerOf(trigger.author), { gist: gistOf(trigger.text, trigger.simhash), name: trigger.name });

  const verdictOn = ({ item }: Scored): Verdict | null => {
    const gist = gistOf(item.text, item.simhash);
    const key = keyOf(item);
    if (!exchanges.has(key)) {
      const filler = settings.filler && item.speaker !== null && !answers.has(key) && isFiller(item.text);
      const no: Verdict | null = filler ? { decision: 'low_information' } : texts.like(speakerOf(item.author), gist);
      if (no) return no;
    }
    texts.add(speakerOf(item.author), { gist, name: item.id });
    return null;
  };

  const verdicts = new Map<string, Verdict | null>();
  for (const one of [...ranked].sort(order(exchanges))) verdicts.set(keyOf(one.item), verdictOn(one));
  return {
    distinct: ranked.filter(({ item }) => !verdicts.get(keyOf(item))),
    dropped: ranked.flatMap((scored) => {
      const no = verdicts.get(keyOf(scored.item));
      return no ? [{ scored, ...no }] : [];
    }),
  };
}
