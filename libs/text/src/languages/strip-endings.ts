const LEAST = 3;

/** A light stemmer: takes the longest ending of these away, again and again while at least three letters stay. */
export function stripEndings(endings: readonly string[]): (word: string) => string {
  const longestFirst = endings.toSorted((a, b) => b.length - a.length);
  return (word) => {
    let stem = word;
    for (;;) {
      const ending = longestFirst.find((one) => stem.endsWith(one) && stem.length - one.length >= LEAST);
      if (ending === undefined) return stem;
      stem = stem.slice(0, -ending.length);
    }
  };
}
