declare module 'snowball-stemmers' {
  type Algorithm = 'basque' | 'catalan' | 'english' | 'irish' | 'slovene';
  export function newStemmer(algorithm: Algorithm): { stem(word: string): string };
}
