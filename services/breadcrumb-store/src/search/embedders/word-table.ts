import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Made by `tools/embeddings/make-word-table.mjs`. */
const FILE = join(__dirname, '../../../data/word-vectors.bin');
const NEW_LINE = 10;
/** A number is one of so many steps, two to a byte; the middle is zero. */
const STEPS = 16;

const tableHead = z.object({ stems: z.int(), dimensions: z.int(), steps: z.array(z.number()) });

/** An entry whose vector is near another one. */
export interface NearEntry {
  readonly place: number;
  readonly cosine: number;
}

/** Which entries are near. */
export interface NearLimits {
  readonly leastCosine: number;
  readonly most: number;
}

/** Vectors of English stems, most frequent first. */
export class WordTable {
  /** The number of each stem. */
  private readonly placesOfStems: ReadonlyMap<string, number>;
  private readonly lengths: Float32Array;

  private constructor(
    /** Each a stem, and where that is none, its most frequent word. */
    private readonly names: readonly (readonly [stem: string, word?: string])[],
    readonly dimensions: number,
    private readonly numbers: Float32Array,
  ) {
    this.placesOfStems = new Map(names.map(([stem], place) => [stem, place]));
    this.places = [...names.keys()];
    this.lengths = Float32Array.from(names, (_, place) => this.lengthAt(place));
  }

  static read(): WordTable {
    const file = readFileSync(FILE);
    const end = file.indexOf(NEW_LINE);
    const { stems: count, dimensions, steps } = tableHead.parse(JSON.parse(file.toString('latin1', 0, end)));
    const start = file.length - (count * dimensions) / 2;
    const numbers = new Float32Array(count * dimensions);
    for (let at = 0; at < numbers.length; at += 1) {
      const pair = file[start + (at >> 1)] as number;
      const step = at % 2 === 0 ? pair >> 4 : pair % STEPS;
      numbers[at] = (step + 0.5 - STEPS / 2) * (steps[at % dimensions] as number);
    }
    const names = file.toString('latin1', end + 1, start - 1).split('\n');
    return new WordTable(
      names.map((name) => name.split(' ') as [string, string?]),
      dimensions,
      numbers,
    );
  }

  /** The numbers of all stems. */
  readonly places: readonly number[];

  /** The number of a stem: 0 for the most frequent; undefined where the table lacks it. */
  placeOf(stem: string): number | undefined {
    return this.placesOfStems.get(stem);
  }

  stemAt(place: number): string {
    return this.names[place]?.[0] as string;
  }

  /** The most frequent word of a stem. */
  wordAt(place: number): string {
    return this.names[place]?.[1] ?? this.stemAt(place);
  }

  /** Adds the vector at a place, times a weight. */
  addTo(sum: Float64Array, place: number, weight: number): void {
    const from = place * this.dimensions;
    for (let at = 0; at < sum.length; at += 1)
      sum[at] = (sum[at] as number) + weight * (this.numbers[from + at] as number);
  }

  /** Those of some places whose vectors are nearest to that at one, nearest first; itself is none. */
  findNearest(asked: number, places: Iterable<number>, { leastCosine, most }: NearLimits): NearEntry[] {
    const near: NearEntry[] = [];
    for (const place of places) {
      const cosine = place === asked ? 0 : this.compare(asked, place);
      if (cosine >= leastCosine) near.push({ place, cosine });
    }
    return near.sort((a, b) => b.cosine - a.cosine || a.place - b.place).slice(0, most);
  }

  private lengthAt(place: number): number {
    const end = (place + 1) * this.dimensions;
    let squares = 0;
    for (let at = end - this.dimensions; at < end; at += 1) squares += (this.numbers[at] as number) ** 2;
    return Math.sqrt(squares);
  }

  private compare(one: number, other: number): number {
    const { dimensions, numbers, lengths } = this;
    const [from, to] = [one * dimensions, other * dimensions];
    let product = 0;
    for (let at = 0; at < dimensions; at += 1) product += (numbers[from + at] as number) * (numbers[to + at] as number);
    return product / ((lengths[one] as number) * (lengths[other] as number));
  }
}

let known: WordTable | undefined;

/** The table, read when it is first wanted: 41,000 stems of 64 numbers, 11 MB. */
export const wordTable = (): WordTable => (known ??= WordTable.read());
