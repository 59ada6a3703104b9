import { OCCURRENCES } from '../rank/occurrences';
import type { RankableText } from '../rank/question';
import type { TextList } from '../rank/text-list';
import type { CacheSnapshot } from '../session-cache/cache-refresh';

/** What words are counted in. */
interface CountedTexts {
  readonly snapshot: CacheSnapshot;
  readonly conversation: TextList<RankableText>;
  /** Words of the workspace with the number of texts that have them. */
  readonly spellings: readonly { readonly stem: string; readonly df: number }[];
}

/** How often words occur. */
export interface WordCounts {
  /** Does any text that counts for the statistics, or any of the conversation, have the key? */
  readonly occurs: (key: string) => boolean;
  /** How many texts have the key, as far as the statistics and the conversation tell? */
  readonly frequency: (key: string) => number;
  /** Do two keys find the same texts, as far as the statistics and the conversation tell? */
  readonly findSame: (key: string, other: string) => boolean;
}

const areSame = (places: readonly number[], others: readonly number[]): boolean =>
  places.length > 0 && places.length === others.length && places.every((place, nth) => place === others[nth]);

/** Counts words by the statistics of the workspace and by the conversation. */
export function countOccurrences({ snapshot, conversation, spellings }: CountedTexts): WordCounts {
  const known = new Map([...snapshot.stems, ...spellings.map(({ stem, df }) => [stem, df] as const)]);
  const placesOf = (key: string): readonly number[] => conversation.continued(OCCURRENCES).find(key).places;
  const occurs = (key: string): boolean => Boolean(known.get(key)) || placesOf(key).length > 0;
  return {
    frequency: (key) => Math.max(known.get(key) ?? 0, placesOf(key).length),
    occurs,
    findSame: (key, other) => known.get(key) === known.get(other) && areSame(placesOf(key), placesOf(other)),
  };
}
