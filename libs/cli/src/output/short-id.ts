import type { TrailNode } from '@crumbtrail/contracts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SHORTEST = 8;
const DIGITS = 32;

const hexOf = (id: string): string => id.replaceAll('-', '').toLowerCase();

/**
 * Short forms of some ids: their last digits, as the first ones are a time, and as many as tell them apart, at least 8. What is not a UUID stays as
 * it is.
 */
export function shortenIds(ids: readonly string[]): (id: string) => string {
  const distinct = [...new Set(ids.filter((id) => UUID.test(id)).map(hexOf))];
  let digits = SHORTEST;
  while (digits < DIGITS && new Set(distinct.map((hex) => hex.slice(-digits))).size < distinct.length) digits += 1;
  return (id) => (UUID.test(id) ? hexOf(id).slice(-digits) : id);
}

/** Short forms of the ids that the replies of a trail rest on, where it has to fit a terminal of this width; otherwise the whole ids. */
export function shortenCitations(nodes: readonly Pick<TrailNode, 'rests_on'>[], width: number): (id: string) => string {
  if (width >= Number.MAX_SAFE_INTEGER) return (id) => id;
  return shortenIds(nodes.flatMap(({ rests_on = [] }) => rests_on.map(({ id }) => id)));
}

/** May this be a part of an id: its last digits, or its first ones? */
export const isShortId = (text: string): boolean => /^[0-9a-f-]{6,35}$/i.test(text) && !UUID.test(text);

/** The ids that end with these digits, or begin with them. */
export function matchShortId(short: string, ids: readonly string[]): string[] {
  const digits = hexOf(short);
  return [...new Set(ids)].filter((id) => hexOf(id).endsWith(digits) || hexOf(id).startsWith(digits));
}
