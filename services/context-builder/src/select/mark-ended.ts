import { OUTERMOST_SCOPE, SINCE_REPLY, type ScopeStart } from '@crumbtrail/contracts';
import type { FoundItem } from '../gather/item';

type Moment = Pick<ScopeStart, 'occurred_at' | 'position'>;

/** Did one happen before the other? */
function isBefore(one: Moment, other: Moment): boolean {
  const difference = Date.parse(one.occurred_at) - Date.parse(other.occurred_at);
  return difference === 0 ? one.position < other.position : difference < 0;
}

/** The scopes that count for a level, in time order: those of the level, and new days. */
const scopesOf = (level: string, scopes: readonly ScopeStart[]): readonly ScopeStart[] =>
  scopes.filter((scope) => scope.level === level || (scope.level === OUTERMOST_SCOPE && level !== SINCE_REPLY));

function reasonWhyEnded(item: Moment, level: string, starts: readonly ScopeStart[]): string {
  if (level === SINCE_REPLY) return "before the agent's latest reply";
  const own = starts.findLast((start) => !isBefore(item, start));
  if (own?.name !== undefined) return `said in ${own.name}, which has ended`;
  const name = starts.at(-1)?.name;
  return name === undefined ? `said before the current ${level} began` : `said before ${name} began`;
}

/**
 * Marks what sources found outside of the scopes that they are limited to: what was said before the newest scope of the level began. A
 * session that has not entered any has no limit.
 */
export function markEnded(
  found: readonly FoundItem[],
  scopes: readonly ScopeStart[] | undefined,
): readonly FoundItem[] {
  if (scopes === undefined || scopes.length === 0) return found;
  return found.map((one) => {
    const { since } = one.source;
    if (since === undefined) return one;
    const starts = scopesOf(since, scopes);
    const start = starts.at(-1);
    if (start === undefined || !isBefore(one.item, start)) return one;
    return { ...one, ended: reasonWhyEnded(one.item, since, starts) };
  });
}
