declare module 'snowball-stemmers' {
  type Algorithm = 'catalan' | 'english' | 'irish' | 'slovene';
  export function newStemmer(algorithm: Algorithm): { stem(word: string): string };
}
