import { isDeepStrictEqual } from 'node:util';
import { JSONPathEnvironment, type JSONPathQuery, type JSONValue } from 'json-p3';
import { MAX_DEPTH, satisfies, type AgentDefV1, type Envelope } from '@crumbtrail/contracts';

/** One line of an agent's subscriptions. */
export type Selector = AgentDefV1['subscriptions'][number];
type Match = NonNullable<Selector['match']>[number];
type Operator = Match['op'];

/** `$..` walks as deep as a payload may be nested, and the record around it. */
const paths = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH + 8 });

/** The store refuses a definition with an invalid JSONPath; if one is found here anyway, it selects nothing. */
function compile(path: string): JSONPathQuery | null {
  try {
    return paths.compile(path);
  } catch {
    return null;
  }
}

const sameKind = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string');

const isOneOf = (value: unknown, list: unknown): boolean =>
  Array.isArray(list) && list.some((one) => isDeepStrictEqual(one, value));

type Test = (found: readonly unknown[], wanted: unknown) => boolean;

const tests: Readonly<Record<Operator, Test>> = {
  eq: (found, wanted) => found.some((value) => isDeepStrictEqual(value, wanted)),
  ne: (found, wanted) => !found.some((value) => isDeepStrictEqual(value, wanted)),
  gt: (found, wanted) => found.some((value) => sameKind(value, wanted) && (value as number) > (wanted as number)),
  lt: (found, wanted) => found.some((value) => sameKind(value, wanted) && (value as number) < (wanted as number)),
  exists: (found, wanted) => found.length > 0 === (wanted ?? true),
  contains_any: (found, wanted) =>
    found.some((value) => (Array.isArray(value) ? value.some((one) => isOneOf(one, wanted)) : isOneOf(value, wanted))),
};

function holds(crumb: Envelope, match: Match): boolean {
  const query = compile(match.path);
  if (!query) return false;
  // A crumb is JSON, and json-p3 only reads it; an interface without an index signature is not assignable to its type.
  const found = query.query(crumb as unknown as JSONValue).values();
  return tests[match.op](found, match.value);
}

/** What a crumb must be beside its schema. */
export type Conditions = Omit<Selector, 'schema'>;

/** True if one of `any_tags`, all of `all_tags`, and every line of `match` hold of the crumb; absent conditions are ignored. */
export function meetsConditions({ any_tags, all_tags, match }: Conditions, crumb: Envelope): boolean {
  const tags = new Set(crumb.tags);
  if (any_tags && !any_tags.some((tag) => tags.has(tag))) return false;
  if (all_tags && !all_tags.every((tag) => tags.has(tag))) return false;
  return (match ?? []).every((line) => holds(crumb, line));
}

/**
 * True if the selector matches the crumb: its schema's family at that version or later, one of `any_tags`, all of
 * `all_tags`, and every line of `match`; absent conditions are ignored. A path may select several values: `eq`, `gt`,
 * `lt` and `contains_any` need one that fits; `ne` is the opposite of `eq`, and so is true if nothing is selected;
 * `gt` and `lt` compare numbers with numbers and strings with strings.
 */
export function selects(selector: Selector, crumb: Envelope): boolean {
  return satisfies(crumb.schema_name, selector.schema) && meetsConditions(selector, crumb);
}
