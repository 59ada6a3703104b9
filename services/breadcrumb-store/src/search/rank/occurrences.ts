import type { RankableText } from './question';

/** In which texts a stem occurs, and how often in each of them. */
export interface Occurrences {
  /** Indexes of the texts. */
  readonly places: readonly number[];
  readonly times: readonly number[];
}

/** How many stems are kept for one list. */
const MOST_STEMS = 1_000;
/** How many occurrences of them are kept, for each text of the list: frequent stems of a long session take the most memory. */
const MOST_OCCURRENCES = 8;

/** Finds the texts of a list that have a stem; keeps the results. */
class OccurrenceIndex {
  private readonly known = new Map<string, Occurrences>();
  /** Occurrences in `known`. */
  private kept = 0;

  constructor(private readonly texts: readonly RankableText[]) {}

  find(stem: string): Occurrences {
    const known = this.known.get(stem);
    if (known) return known;
    const found = this.search(stem);
    this.keep(stem, found);
    return found;
  }

  private keep(stem: string, found: Occurrences): void {
    const isFull = this.kept + found.places.length > MOST_OCCURRENCES * this.texts.length;
    if (isFull || this.known.size >= MOST_STEMS) {
      this.known.clear();
      this.kept = 0;
    }
    this.known.set(stem, found);
    this.kept += found.places.length;
  }

  private search(stem: string): Occurrences {
    const { texts } = this;
    const places: number[] = [];
    const times: number[] = [];
    for (let at = 0; at < texts.length; at += 1) {
      const many = texts[at]?.terms.get(stem);
      if (many === undefined) continue;
      places.push(at);
      times.push(many);
    }
    return { places, times };
  }
}

/** The index of a list; pass it to `TextList.once`. */
export const indexOccurrences = (texts: readonly RankableText[]): OccurrenceIndex => new OccurrenceIndex(texts);

/** Mean number of stems of a text; 0 without texts. */
export function meanLength(texts: readonly RankableText[]): number {
  let sum = 0;
  for (const { length } of texts) sum += length;
  return sum / Math.max(1, texts.length);
}

/** How many texts have each stem, counted in one pass over the texts. Pass it to `TextList.once`, which keeps the result. */
export function countTextsByStem(texts: readonly RankableText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of texts) for (const stem of terms.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
