import { jsonpath } from 'json-p3';
import { LRUCache } from 'lru-cache';
import { MAX_PATH_VALUES } from './limits';
import { PathEnvironment } from './path-environment';
import { isPayloadName, type Plain } from './plain';

/** The location of a node: member names and array indexes from the root. */
export type Location = readonly (string | number)[];

type Query = ReturnType<typeof jsonpath.compile>;
type Selector = Query['segments'][number]['selectors'][number];

const environment = new PathEnvironment();

/** Shared by the process: see docs/decisions/0030. */
const compiled = new LRUCache<string, Query>({ max: 1_000 });

/** Whether it is certain that no two selectors of one segment select the same node. */
function disjoint(selectors: readonly Selector[]): boolean {
  if (selectors.length <= 1) return true;
  const keys = selectors.map((one) => {
    if (one instanceof jsonpath.selectors.NameSelector) return `n${one.name}`;
    return one instanceof jsonpath.selectors.IndexSelector && one.index >= 0 ? `i${one.index}` : null;
  });
  return !keys.includes(null) && new Set(keys).size === keys.length;
}

function findProblem(path: string, query: Query): string | null {
  if (query.segments.filter((one) => one.toString().startsWith('..')).length > 1) return 'has more than one `..`';
  if (!query.segments.every((one) => disjoint(one.selectors)))
    return 'has selectors in one bracket that may select the same node';
  const filters = query.segments
    .flatMap((one) => one.selectors)
    .filter((one) => one instanceof jsonpath.selectors.FilterSelector);
  if (filters.length > 1) return 'has more than one filter';
  const inner = filters[0]?.toString() ?? '';
  return /\$|\.\.|\*|\?.*\?|:/.test(inner.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""'))
    ? 'has a filter that reads more than members of the current node'
    : null;
}

/**
 * Compiles an RFC 9535 path whose work is bounded by the size of the data: regular expressions in linear time, at most one `..`, and at most one
 * filter of plain member tests. Throws a SyntaxError that names the problem.
 */
export function compilePath(path: string): Query {
  const known = compiled.get(path);
  if (known) return known;
  const query = environment.compile(path);
  const reason = findProblem(path, query);
  if (reason !== null) throw new SyntaxError(`the path ${path} ${reason}`);
  compiled.set(path, query);
  return query;
}

/** How many values the paths of one rendering may still visit: many wide paths on a large payload would take seconds. */
export class PathMeter {
  private remaining = MAX_PATH_VALUES;
  private readonly counted = new WeakMap<object, number>();

  /** Takes away a visit to every value of the data. Throws a RangeError when too few visits are left. */
  spend(data: Plain): void {
    this.remaining -= this.countValues(data);
    if (this.remaining < 0) throw new RangeError(`the paths visit more than ${MAX_PATH_VALUES} values of this payload`);
  }

  private countValues(data: Plain): number {
    if (typeof data !== 'object' || data === null) return 1;
    const known = this.counted.get(data);
    if (known !== undefined) return known;
    const count = Object.values(data).reduce<number>((sum, one) => sum + this.countValues(one), 1);
    this.counted.set(data, count);
    return count;
  }
}

/** A path that begins with `$.context`, which names the payload. */
const FROM_CONTEXT = /^\$(?:\.context|\['context'\]|\["context"\])(?![\w-])/;

/** Everything that the path selects, in document order. Throws when the paths of a rendering visit too many values. */
export function select(path: string, data: Plain, meter: PathMeter): { location: Location; value: Plain }[] {
  const query = compilePath(path);
  if (!query.singularQuery()) meter.spend(data);
  const isNamed = FROM_CONTEXT.test(path) && isPayloadName('context', data);
  return query
    .query((isNamed ? { context: data } : data) as Parameters<Query['query']>[0])
    .nodes.map((node) => ({ location: node.location.slice(isNamed ? 1 : 0), value: node.value as Plain }));
}
