/** Conjunctions, prepositions and the article, which are written together with the word. */
const PREFIX = /^(?:ו?(?:כש|מה|שה|לכש)|[והבלמכש]{1,2})(?=.{3})/;
const SUFFIX = /(?:יהם|יהן|ותי|יים|ים|ות|ית|יה|ון|ם|ן|ה|ת|י)$/;

/** A light stemmer of Hebrew: the word without what is written before it and without its ending, where three letters stay. */
export function stemHebrew(word: string): string {
  const bare = word.replace(PREFIX, '');
  const stem = bare.replace(SUFFIX, '');
  return stem.length >= 3 ? stem : bare;
}
