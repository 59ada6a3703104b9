import { grow } from '../rank/grow';
import type { Occurrences, RankableText, StemPlaces } from '../rank/question';
import type { OutlineColumns } from './outline-columns';

/** A text of an outline. */
interface PlacedText extends RankableText {
  /** Its index there. */
  readonly at: number;
}

/** Where stems occur in a list of an outline's texts: looks only at the chunks that have them. */
export class OutlineOccurrences implements StemPlaces {
  /** The index of each chunk in the list plus 1; 0 for one that is not in it. */
  private indexes = new Int32Array(0);

  constructor(private readonly columns: OutlineColumns) {}

  add(texts: readonly PlacedText[], from: number): this {
    const last = texts.at(-1);
    if (last) this.indexes = grow(this.indexes, last.at + 1);
    for (let nth = from; nth < texts.length; nth += 1) this.indexes[(texts[nth] as PlacedText).at] = nth + 1;
    return this;
  }

  find(stem: string, length: number): Occurrences {
    const { columns, indexes } = this;
    const { tables, postings, frequencies } = columns;
    const places: number[] = [];
    const times: number[] = [];
    const number = tables.findStem(stem);
    let term = number === undefined ? -1 : postings.lastOf(number);
    for (; term >= 0; term = postings.previousOf(term)) {
      const place = (indexes[columns.chunkOf(term)] ?? 0) - 1;
      if (place < 0 || place >= length) continue;
      places.push(place);
      times.push(frequencies[term] as number);
    }
    return { places: places.reverse(), times: times.reverse() };
  }
}
