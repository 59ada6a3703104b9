const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text, in any script, with their places. */
const wordsIn = (text: string): Intl.SegmentData[] =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);

/** Number of words of a text, in any script. */
export const countWords = (text: string): number => wordsIn(text).length;

/** The first words of a text; an ellipsis marks that words are missing. */
export function limitWords(text: string, most: number): string {
  const next = wordsIn(text)[most];
  return next === undefined ? text : `${text.slice(0, next.index).trimEnd()} …`;
}
