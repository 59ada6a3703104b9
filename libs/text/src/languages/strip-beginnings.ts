const LEAST = 3;

/** A light stemmer for languages whose nouns begin with their class: takes the longest beginning of these away while at least three letters stay. */
export function stripBeginnings(beginnings: readonly string[]): (word: string) => string {
  const longestFirst = beginnings.toSorted((a, b) => b.length - a.length);
  return (word) => {
    const beginning = longestFirst.find((one) => word.startsWith(one) && word.length - one.length >= LEAST) ?? '';
    return word.slice(beginning.length);
  };
}
