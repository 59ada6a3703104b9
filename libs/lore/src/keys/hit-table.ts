import { reaches, type KeyPlace, type Reach } from './where';

const NOWHERE = 2 ** 31 - 1;

/** Where each of many keys occurs: its nearest message, and all other texts. */
export class HitTable {
  private readonly nearest: Int32Array;
  private readonly others = new Map<number, KeyPlace[]>();

  constructor(
    keys: number,
    private readonly messages: readonly KeyPlace[],
  ) {
    this.nearest = new Int32Array(keys).fill(NOWHERE);
  }

  /** Notes an occurrence. */
  add(key: number, place: KeyPlace): void {
    if (place.in === 'message') {
      if (place.index < (this.nearest[key] as number)) this.nearest[key] = place.index;
      return;
    }
    const known = this.others.get(key);
    if (!known) this.others.set(key, [place]);
    else if (known.at(-1) !== place) known.push(place);
  }

  /** The nearest place of a key among the texts that count; null: none. */
  find(key: number, reach: Reach): KeyPlace | null {
    const nearest = this.nearest[key] as number;
    if (nearest < reach.depth) return this.messages[nearest] as KeyPlace;
    return this.others.get(key)?.find((place) => reaches(reach, place)) ?? null;
  }
}
