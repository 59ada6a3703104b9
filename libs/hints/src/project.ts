import { select, type Location, type PathMeter } from './json-path';
import { bare, isPlainObject, type Plain } from './plain';

/** A set of locations in JSON; a location includes everything below it. */
class LocationTree {
  private includesAll = false;
  private readonly below = new Map<string | number, LocationTree>();

  add(location: Location, at = 0): void {
    if (at === location.length) {
      this.includesAll = true;
      return;
    }
    const key = location[at] as string | number;
    const next = this.below.get(key) ?? new LocationTree();
    this.below.set(key, next);
    next.add(location, at + 1);
  }

  get all(): boolean {
    return this.includesAll;
  }

  in(key: string | number): LocationTree | undefined {
    return this.below.get(key);
  }
}

function locate(paths: readonly string[], data: Plain, meter: PathMeter): LocationTree {
  const tree = new LocationTree();
  for (const path of paths) for (const node of select(path, data, meter)) tree.add(node.location);
  return tree;
}

/** What is selected at and below one node. */
interface NodeSelection {
  /** Null: everything from here down. */
  readonly included: LocationTree | null;
  readonly excluded: LocationTree | undefined;
}

const EXCLUDED = Symbol('excluded');

function child(selection: NodeSelection, key: string | number): NodeSelection | typeof EXCLUDED {
  const excluded = selection.excluded?.in(key);
  if (excluded?.all) return EXCLUDED;
  if (selection.included === null) return { included: null, excluded };
  const included = selection.included.in(key);
  if (!included) return EXCLUDED;
  return { included: included.all ? null : included, excluded };
}

function cut(value: Plain, selection: NodeSelection): Plain {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const next = child(selection, index);
      return next === EXCLUDED ? [] : [cut(item, next)];
    });
  }
  if (!isPlainObject(value)) return value;
  const kept = bare();
  for (const key of Object.keys(value)) {
    const next = child(selection, key);
    if (next !== EXCLUDED) kept[key] = cut(value[key] as Plain, next);
  }
  return kept;
}

/** JSONPaths of what is shown; `include` absent means everything. */
export interface Selection {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** The payload with only what `include` selects (absent: all) and without what `exclude` selects, its shape kept. */
export function project(data: Plain, { include, exclude }: Selection, meter: PathMeter): Plain {
  const excluded = exclude?.length ? locate(exclude, data, meter) : undefined;
  if (excluded?.all) return bare();
  if (!include) return excluded ? cut(data, { included: null, excluded }) : data;
  const included = locate(include, data, meter);
  return cut(data, { included: included.all ? null : included, excluded });
}

/** The parts that `include` selects, one by one in the order of the paths, each once, without what `exclude` selects. */
export function selectParts(data: Plain, { include, exclude }: Selection, meter: PathMeter): Plain[] {
  if (!include) return [project(data, { exclude }, meter)];
  const excluded = exclude?.length ? locate(exclude, data, meter) : undefined;
  const seen = new Set<string>();
  return include
    .flatMap((path) => select(path, data, meter))
    .flatMap(({ location, value }) => {
      const key = JSON.stringify(location);
      if (seen.has(key)) return [];
      seen.add(key);
      const left = descend(excluded, location);
      return left === EXCLUDED ? [] : [cut(value, { included: null, excluded: left })];
    });
}

function descend(excluded: LocationTree | undefined, location: Location): LocationTree | undefined | typeof EXCLUDED {
  let at = excluded;
  if (at?.all) return EXCLUDED;
  for (const key of location) {
    at = at?.in(key);
    if (at?.all) return EXCLUDED;
  }
  return at;
}
