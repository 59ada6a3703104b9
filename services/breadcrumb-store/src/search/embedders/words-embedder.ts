import { readQuestionKeys, voteForLanguages } from '@crumbtrail/text';
import type { TextStems } from './text-stems';
import type { Embedder } from './embedder';
import { hashToVector, LEXICAL_DIMENSIONS } from './lexical-embedder';
import { wordTable } from './word-table';

/** By how much a frequent word counts less than a rare one: a / (a + its share of all words), from Arora, Liang & Ma 2017. */
const RARITY = 3e-4;
/** The share of the word at a place of all words is about 1 / (11 × (place + 3)) (Zipf, Mandelbrot). */
const shareOf = (place: number): number => 1 / (11 * (place + 3));

/** The stems of a text, as the index has them. */
function countStems(text: string): TextStems {
  const counts = new Map<string, number>();
  for (const { key, isCommon } of readQuestionKeys(text)) if (isCommon) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The mean of the vectors of stems, rare ones more, of length 1; zeros where none is known. */
function averageStems(stems: TextStems): Float64Array {
  const table = wordTable();
  const sum = new Float64Array(table.dimensions);
  for (const stem of stems.keys()) {
    const place = table.placeOf(stem);
    const count = stems.get(stem) ?? 0;
    if (place !== undefined) table.addTo(sum, place, (count * RARITY) / (RARITY + shareOf(place)));
  }
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((one) => one / length);
}

const LATIN_WORD = /\p{Script=Latin}+/gu;

/** Is a text English, as far as its small words tell? One without any is taken to be. The stems of other languages mean something else in English. */
export function mayBeEnglish(text: string): boolean {
  const [best] = voteForLanguages(text.match(LATIN_WORD) ?? [], 'Latin');
  return best === undefined || best.code === 'en';
}

/** Each of the two parts counts half in the cosine of two whole vectors. */
const HALF = Math.SQRT1_2;
/** By what the product of two parts is multiplied to be their cosine. */
export const WHOLE_OF_PARTS = 2;

/** The spelling of a text, then its meaning. */
function joinParts(text: string, stems: TextStems | null): number[] {
  const meaning = stems ? averageStems(stems) : new Float64Array(wordTable().dimensions);
  return [...hashToVector(text), ...meaning].map((one) => one * HALF);
}

/** The vector of a text in memory, by its stems in the index. */
export const wordsVector = (text: string, stems: TextStems): Float32Array => Float32Array.from(joinParts(text, stems));

/** The vector of a text whose stems are not known. */
export const embedWords = (text: string): number[] => joinParts(text, mayBeEnglish(text) ? countStems(text) : null);

/** Where the part of a vector of {@link wordsEmbedder} begins that tells the meaning; before it stands the spelling. */
export const MEANING_FROM = LEXICAL_DIMENSIONS;

/**
 * The built-in embedder: the 384 numbers of `lexical`, by which shared and misspelt words of any language are found, then 64 that tell what a
 * text means by the mean of its English words' GloVe vectors. A question that is not English has zeros there, so that texts are compared with it by spelling alone.
 */
export const wordsEmbedder: Embedder = {
  name: 'words/1',
  batch: 128,
  embed: (texts) => Promise.resolve(texts.map(embedWords)),
  vectorise: wordsVector,
};
