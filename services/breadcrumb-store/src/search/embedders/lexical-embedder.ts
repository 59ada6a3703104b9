import { words } from '@crumbtrail/hints';
import { normalise, toByteVector, type Embedder } from './embedder';
import { stem } from '@crumbtrail/hints';

/** The numbers of a vector of {@link lexicalEmbedder}. */
export const LEXICAL_DIMENSIONS = 384;
const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.5;
const GRAM_WEIGHT = 0.25;
const GRAM = 4;

/** English words that say nothing about what a text is about. */
export const WORDS_WITHOUT_SUBJECT = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her him his how i if in is it its just me my no ' +
    'not of on or our she should so some than that the their them then there these they this those to too up us was we were what when ' +
    'where which who why will with would you your'
  ).split(' '),
);

const FNV_BASIS = 0x811c9dc5;

/** FNV-1a over the UTF-16 units of a part of a text, continued from those before it, 32 bits. */
function continueHash(start: number, text: string, from = 0, to = text.length): number {
  let value = start;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

function mixBits(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

interface LexicalFeature {
  readonly weight: number;
  count: number;
}

/** Kinds of features have hashes of their own, each from the beginning of its name. */
const WORD_START = continueHash(FNV_BASIS, 'w:');
const PAIR_START = continueHash(FNV_BASIS, 'p:');
const GRAM_START = continueHash(FNV_BASIS, 'g:');
const SIGN_START = continueHash(FNV_BASIS, 's:');

/** The features of a text by the hashes of their names: to write the names out takes longer than all the rest. */
function countFeatures(text: string): Map<number, LexicalFeature> {
  const features = new Map<number, LexicalFeature>();
  const add = (hash: number, weight: number): void => {
    const known = features.get(hash);
    if (known) known.count += 1;
    else features.set(hash, { weight, count: 1 });
  };
  const all = words(text);
  const telling = all.filter((word) => !WORDS_WITHOUT_SUBJECT.has(word));
  const stems = (telling.length > 0 ? telling : all).map(stem);
  stems.forEach((one, at) => {
    add(continueHash(WORD_START, one), WORD_WEIGHT);
    if (at > 0) add(continueHash(PAIR_START, `${stems[at - 1] ?? ''} ${one}`), PAIR_WEIGHT);
    const padded = `^${one}$`;
    for (let from = 0; from + GRAM <= padded.length; from += 1)
      add(continueHash(GRAM_START, padded, from, from + GRAM), GRAM_WEIGHT);
  });
  if (features.size === 0) for (const sign of text.trim() || ' ') add(continueHash(SIGN_START, sign), WORD_WEIGHT);
  return features;
}

/** The vector of {@link lexicalEmbedder}. */
export function hashToVector(text: string): readonly number[] {
  const vector = new Array<number>(LEXICAL_DIMENSIONS).fill(0);
  for (const [hash, { weight, count }] of countFeatures(text)) {
    const bits = mixBits(hash);
    const at = bits % LEXICAL_DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + ((bits >>> 31) & 1 ? -1 : 1) * weight * (1 + Math.log(count));
  }
  // In theory all features may cancel each other. The text then gets a fixed vector and is found by its words only.
  return normalise(vector) ?? vector.map((_, at) => (at === 0 ? 1 : 0));
}

/**
 * An embedder without meanings: feature hashing (Weinberger et al. 2009) of stemmed words, word pairs and 4-grams of letters into 384
 * signed dimensions. It is lexical: it finds shared and misspelt words, never synonyms. Needs no download and no network,
 * and gives the same vector everywhere.
 */
export const lexicalEmbedder: Embedder = {
  name: 'lexical/2',
  batch: 128,
  embed: (texts) => Promise.resolve(texts.map(hashToVector)),
  vectorise: { dimensions: LEXICAL_DIMENSIONS, compute: (text) => toByteVector(hashToVector(text)) },
};
