import type { Explanation } from '@crumbtrail/client';
import { itemKey } from '@crumbtrail/formatting';

/** What the candidates of contexts say, by piece, as far as it may be read. */
export function collectItemTexts(
  ...explanations: readonly (Pick<Explanation, 'items'> | undefined)[]
): Map<string, string> {
  const all = explanations.flatMap((one) => one?.items ?? []);
  return new Map(all.flatMap((item) => (item.text === undefined ? [] : [[itemKey(item), item.text] as const])));
}
