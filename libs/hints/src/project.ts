import { select, type Location } from './json-path';
import { bare, isObject, type Plain } from './plain';

/** A set of places in JSON; a place holds everything below it. */
class Places {
  private whole = false;
  private readonly below = new Map<string | number, Places>();

  add(location: Location, at = 0): void {
    if (at === location.length) {
      this.whole = true;
      return;
    }
    const key = location[at] as string | number;
    const next = this.below.get(key) ?? new Places();
    this.below.set(key, next);
    next.add(location, at + 1);
  }

  get all(): boolean {
    return this.whole;
  }

  in(key: string | number): Places | undefined {
    return this.below.get(key);
  }
}

function placesOf(paths: readonly string[], data: Plain): Places {
  const places = new Places();
  for (const path of paths) for (const node of select(path, data)) places.add(node.location);
  return places;
}

interface Wanted {
  /** Null: everything from here down. */
  readonly included: Places | null;
  readonly excluded: Places | undefined;
}

const GONE = Symbol('gone');

function child(wanted: Wanted, key: string | number): Wanted | typeof GONE {
  const excluded = wanted.excluded?.in(key);
  if (excluded?.all) return GONE;
  if (wanted.included === null) return { included: null, excluded };
  const included = wanted.included.in(key);
  if (!included) return GONE;
  return { included: included.all ? null : included, excluded };
}

function cut(value: Plain, wanted: Wanted): Plain {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const next = child(wanted, index);
      return next === GONE ? [] : [cut(item, next)];
    });
  }
  if (!isObject(value)) return value;
  const kept = bare();
  for (const key of Object.keys(value)) {
    const next = child(wanted, key);
    if (next !== GONE) kept[key] = cut(value[key] as Plain, next);
  }
  return kept;
}

export interface Selection {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** The payload with only what `include` selects (absent: all) and without what `exclude` selects, its shape kept. */
export function project(data: Plain, { include, exclude }: Selection): Plain {
  const excluded = exclude?.length ? placesOf(exclude, data) : undefined;
  if (excluded?.all) return bare();
  if (!include) return excluded ? cut(data, { included: null, excluded }) : data;
  const included = placesOf(include, data);
  return cut(data, { included: included.all ? null : included, excluded });
}

/** The parts that `include` selects, one by one in the order of the paths, each once, without what `exclude` selects. */
export function parts(data: Plain, { include, exclude }: Selection): Plain[] {
  if (!include) return [project(data, { exclude })];
  const excluded = exclude?.length ? placesOf(exclude, data) : undefined;
  const seen = new Set<string>();
  return include
    .flatMap((path) => select(path, data))
    .flatMap(({ location, value }) => {
      const key = JSON.stringify(location);
      if (seen.has(key)) return [];
      seen.add(key);
      const left = descend(excluded, location);
      return left === GONE ? [] : [cut(value, { included: null, excluded: left })];
    });
}

function descend(excluded: Places | undefined, location: Location): Places | undefined | typeof GONE {
  let at = excluded;
  if (at?.all) return GONE;
  for (const key of location) {
    at = at?.in(key);
    if (at?.all) return GONE;
  }
  return at;
}
