/** Places that are listed for each kind; further ones are only counted. */
const MOST_PLACES = 5;

/** Counts kinds of things, with the places where the first of each kind stand. */
export class Tally {
  private readonly found: Record<string, { count: number; readonly places: string[] }> = {};

  add(kinds: readonly string[], place: string): void {
    for (const kind of kinds) {
      const one = (this.found[kind] ??= { count: 0, places: [] });
      one.count += 1;
      if (one.places.length < MOST_PLACES && one.places.at(-1) !== place) one.places.push(place);
    }
  }

  get counts(): Readonly<Record<string, number>> {
    return this.mapKinds(({ count }) => count);
  }

  get places(): Readonly<Record<string, readonly string[]>> {
    return this.mapKinds(({ places }) => places);
  }

  private mapKinds<Value>(
    valueOf: (one: { count: number; places: readonly string[] }) => Value,
  ): Record<string, Value> {
    return Object.fromEntries(Object.entries(this.found).map(([kind, one]) => [kind, valueOf(one)]));
  }
}
