import { isDeepStrictEqual } from 'node:util';
import type { JSONPathQuery, JSONValue } from 'json-p3';
import { MAX_DEPTH, type AgentDefV1 } from '@crumbtrail/contracts';
import { PathEnvironment } from './path-environment';

/** One condition on a JSON value: a path, and what the values that it selects must be. */
export type MatchLine = NonNullable<AgentDefV1['subscriptions'][number]['match']>[number];

/** `$..` walks as deep as a payload may be nested, and the record around it. */
const paths = new PathEnvironment({ maxRecursionDepth: MAX_DEPTH + 8 });

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

const tests: Readonly<Record<MatchLine['op'], Test>> = {
  eq: (found, wanted) => found.some((value) => isDeepStrictEqual(value, wanted)),
  ne: (found, wanted) => !found.some((value) => isDeepStrictEqual(value, wanted)),
  gt: (found, wanted) => found.some((value) => sameKind(value, wanted) && (value as number) > (wanted as number)),
  lt: (found, wanted) => found.some((value) => sameKind(value, wanted) && (value as number) < (wanted as number)),
  exists: (found, wanted) => found.length > 0 === (wanted ?? true),
  contains_any: (found, wanted) =>
    found.some((value) => (Array.isArray(value) ? value.some((one) => isOneOf(one, wanted)) : isOneOf(value, wanted))),
};

/**
 * Whether a condition holds of a JSON value. A path may select several values: `eq`, `gt`, `lt` and `contains_any` need one that fits; `ne`
 * is the opposite of `eq`, and so is true if nothing is selected; `gt` and `lt` compare numbers with numbers and strings with strings.
 * Undefined where the path is not a valid JSONPath, which the store refuses in a definition.
 */
export function matchesJson(value: object, { path, op, value: wanted }: MatchLine): boolean | undefined {
  const query = compile(path);
  if (!query) return undefined;
  // The value is JSON, and json-p3 only reads it; an interface without an index signature is not assignable to its type.
  return tests[op](query.query(value as JSONValue).values(), wanted);
}
