import { distance } from 'fastest-levenshtein';

/** How many of the nearest names an error lists. */
const MOST_NAMES = 3;

/** The names most like the wanted one, by edits, nearest first; none that differ in more than half of their characters. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const isNear = (name: string): boolean => distance(wanted, name) <= Math.max(wanted.length, name.length) / 2;
  return names
    .filter(isNear)
    .sort((a, b) => distance(wanted, a) - distance(wanted, b))
    .slice(0, MOST_NAMES);
}

/** Says that nothing has the wanted name, and which names are nearest; `otherwise` is said where none is near. */
export function describeUnknownName(
  kind: string,
  { wanted, names }: { readonly wanted: string; readonly names: readonly string[] },
  otherwise: string,
): string {
  const near = nearestNames(wanted, names);
  const next = near.length > 0 ? `The nearest: ${near.join(', ')}.` : otherwise;
  return `No ${kind} "${wanted}" exists in this workspace, or none that this key may read. ${next}`;
}
