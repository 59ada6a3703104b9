const MEANINGS: Readonly<Record<string, string>> = {
  bm25: 'it contains words of the query, rare ones most of all',
  message: 'other pieces of its long message contain words of the query',
  previous: 'the message before it contains words of the query',
  next: 'the message after it contains words of the query',
  second: 'a message two before or after it contains words of the query',
  session: 'its sitting is more about the query than usual',
  vector: 'its vector is near that of the query, by the configured embedder',
  meaning: 'it means something like the query, words of which no text has',
  speaker: 'the query names its author',
  date: 'it was said at the time that the query names, or soon after',
  recency: 'it is new',
  phrases: 'words stand together in it as they do in the query',
  tags: 'it has tags of the breadcrumb that asks',
  length: 'lowers the score of a text of more than 80 tokens',
  author: 'lowers the score where messages of its author have more than 80 tokens on average',
};

/** What a part of a score means, in one line, by the name of its feature; undefined for a name that is no feature. */
export function describeScorePart(name: string): string | undefined {
  return Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
}
