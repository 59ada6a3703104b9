import type { AccountItem } from './operations/preview';

const rangeText = ([from, to]: readonly [number, number]): string => `${from}–${to}`;

/** How much of a text is shown, in words; empty where it is shown whole. */
export function describeShownPart({ cut, ranges }: Pick<AccountItem, 'cut' | 'ranges'>): string[] {
  return [
    ...(ranges === undefined ? [] : [`excerpt: characters ${ranges.map(rangeText).join(', ')}`]),
    ...(cut === undefined ? [] : [`cut after ${cut} characters`]),
  ];
}
