import type { Explanation } from '@crumbtrail/client';
import { contextItemKey } from '@crumbtrail/formatting';

/** The readable texts of the candidates of contexts, by item key. */
export function collectItemTexts(
  ...explanations: readonly (Pick<Explanation, 'items'> | undefined)[]
): Map<string, string> {
  const all = explanations.flatMap((one) => one?.items ?? []);
  return new Map(all.flatMap((item) => (item.text === undefined ? [] : [[contextItemKey(item), item.text] as const])));
}
