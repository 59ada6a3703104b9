import { grow } from './grow';
import type { Occurrences, RankableText, StemPlaces } from './question';
import type { Continuation, TextList } from './text-list';

/** How many stems are kept for one list. */
const MOST_STEMS = 1_000;
/** How many occurrences of them are kept, for each text of the list: frequent stems of a long session take the most memory. */
const MOST_OCCURRENCES = 8;

const FIRST_OCCURRENCES = 1_024;

/** The occurrences of all stems of a growing list: each knows the one before it of the same stem, so they are only ever appended. */
class StemPostings implements StemPlaces {
  /** For each stem its last occurrence plus 1. */
  private readonly last = new Map<string, number>();
  /** For each occurrence the one before it plus 1; 0 for none. */
  private before = new Int32Array(FIRST_OCCURRENCES);
  private places = new Int32Array(FIRST_OCCURRENCES);
  private times = new Int32Array(FIRST_OCCURRENCES);
  private count = 0;

  add(texts: readonly RankableText[], from: number): this {
    for (let at = from; at < texts.length; at += 1) {
      const { terms } = texts[at] as RankableText;
      for (const stem of terms.keys()) this.append(stem, at, terms.get(stem) as number);
    }
    return this;
  }

  find(stem: string, length: number): Occurrences {
    const places: number[] = [];
    const times: number[] = [];
    for (let nth = this.last.get(stem) ?? 0; nth > 0; nth = this.before[nth - 1] as number) {
      const place = this.places[nth - 1] as number;
      if (place >= length) continue;
      places.push(place);
      times.push(this.times[nth - 1] as number);
    }
    return { places: places.reverse(), times: times.reverse() };
  }

  private append(stem: string, place: number, times: number): void {
    const nth = this.count;
    this.count += 1;
    this.before = grow(this.before, this.count);
    this.places = grow(this.places, this.count);
    this.times = grow(this.times, this.count);
    this.before[nth] = this.last.get(stem) ?? 0;
    this.places[nth] = place;
    this.times[nth] = times;
    this.last.set(stem, this.count);
  }
}

/** A list in which more stems were looked for one by one is indexed: further questions will be asked of it. */
const MOST_SEARCHED = 64;

/** Finds the texts of a list that have a stem; keeps the results. */
export class OccurrenceIndex {
  private readonly known = new Map<string, Occurrences>();
  /** Occurrences in `known`. */
  private kept = 0;
  private searched = 0;

  constructor(
    private readonly texts: readonly RankableText[],
    /** Absent for a list that has not grown: to look for the few stems of a question in it takes less than to index all its stems. */
    private postings: StemPlaces | undefined = undefined,
  ) {}

  /** Does a stem cost only the texts that have it? */
  get isPosted(): boolean {
    return this.postings !== undefined;
  }

  find(stem: string): Occurrences {
    const known = this.known.get(stem);
    if (known) return known;
    const found = this.postings?.find(stem, this.texts.length) ?? this.search(stem);
    this.keep(stem, found);
    return found;
  }

  /** The index of a list that begins with these texts. */
  append(texts: readonly RankableText[]): OccurrenceIndex {
    const postings = this.postings ?? this.createPostings();
    return new OccurrenceIndex(texts, postings.add(texts, this.texts.length));
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

  private createPostings(): StemPlaces {
    return new StemPostings().add(this.texts, 0);
  }

  private search(stem: string): Occurrences {
    const { texts } = this;
    this.searched += 1;
    if (this.searched > MOST_SEARCHED) this.postings = this.createPostings();
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

/** The {@link OccurrenceIndex} of a list. */
export const OCCURRENCES: Continuation<RankableText, OccurrenceIndex> = {
  compute: (texts) => new OccurrenceIndex(texts, texts[0]?.findPlaces?.(texts)),
  append: (index, texts) => index.append(texts),
};

const sumLengths = (texts: readonly RankableText[], from: number): number => {
  let sum = 0;
  for (let at = from; at < texts.length; at += 1) sum += (texts[at] as RankableText).length;
  return sum;
};

/** How many stems all texts have together. */
const TOTAL_LENGTH: Continuation<RankableText, number> = {
  compute: (texts) => sumLengths(texts, 0),
  append: (sum, texts, from) => sum + sumLengths(texts, from),
};

/** Mean number of stems of a text; 0 without texts. */
export const meanLength = (list: TextList<RankableText>): number =>
  list.continued(TOTAL_LENGTH) / Math.max(1, list.length);

/** How many texts have each stem, counted in one pass over the texts. Pass it to `TextList.once`, which keeps the result. */
export function countTextsByStem(texts: readonly RankableText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of texts) for (const stem of terms.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
