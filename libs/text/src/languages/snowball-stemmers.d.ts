/** The part of the package that is used; it has no types of its own. */
declare module 'snowball-stemmers' {
  export function newStemmer(algorithm: 'english'): { stem(word: string): string };
}
