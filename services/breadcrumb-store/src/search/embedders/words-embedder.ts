import { readQuestionKeys, voteForLanguages } from '@crumbtrail/text';
import type { TextStems } from './text-stems';
import { toByteVector, type ByteVector, type Embedder } from './embedder';
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

/**
 * May a text be English, as far as its small words tell? One without any may be, and so may one whose small words are as many of English as of any
 * other language: "a sailor got married". The stems of other languages mean something else in English.
 */
export function mayBeEnglish(text: string): boolean {
  const votes = voteForLanguages(text.match(LATIN_WORD) ?? [], 'Latin');
  const most = votes[0]?.words ?? 0;
  return most === 0 || votes.some(({ code, words }) => code === 'en' && words === most);
}

/** Each of the two parts counts half in the cosine of two whole vectors. */
const HALF = Math.SQRT1_2;

/** Where the part of a vector of {@link wordsEmbedder} begins that tells the meaning; before it stands the spelling. */
const MEANING_FROM = LEXICAL_DIMENSIONS;

/** The vector of a text whose stems are not known: its spelling, then its meaning. */
function embedWords(text: string): number[] {
  const meaning = averageStems(mayBeEnglish(text) ? countStems(text) : new Map());
  return [...hashToVector(text), ...meaning].map((one) => one * HALF);
}

/** How many numbers tell the meaning of a text. */
export const MEANING_DIMENSIONS = 64;

/** The meaning of a text whose stems are those of the index; null where it has none, because the table knows none of them. */
export function meaningOfStems(stems: TextStems): ByteVector | null {
  const meaning = toByteVector(averageStems(stems));
  return meaning.some((one) => one !== 0) ? meaning : null;
}

/** The part of a question's vector that tells its meaning, of length 1. */
export const meaningOf = (vector: readonly number[]): number[] => vector.slice(MEANING_FROM).map((one) => one / HALF);

/**
 * The built-in embedder: the 384 numbers of `lexical`, by which shared and misspelt words of any language are found, then 64 that tell what a
 * text means by the mean of its English words' GloVe vectors; of a text that is not English those are zeros. Questions are compared with texts by
 * meaning alone: words are found by the index, misspelt ones too.
 */
export const wordsEmbedder: Embedder = {
  name: 'words/1',
  batch: 128,
  embed: (texts) => Promise.resolve(texts.map(embedWords)),
  vectorise: { dimensions: MEANING_DIMENSIONS, compute: (_, stems) => toByteVector(averageStems(stems)) },
};
