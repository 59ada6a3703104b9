const VOWEL = /[aeiouy]/;

const RULES: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/ies$/, 'y'],
  [/(ss|x|z|ch|sh)es$/, '$1'],
  [/([^su])s$/, '$1'],
];
const DOUBLED = /([bdfgmnprt])\1$/;

function withoutTense(word: string): string {
  const bare = word.replace(/(?:ing|ed|ly)$/, '');
  if (bare === word || bare.length < 3 || !VOWEL.test(bare)) return word;
  return bare.replace(DOUBLED, '$1');
}

/** A light English stemmer: removes plural endings, -ing, -ed, -ly and a final e. Words of other languages mostly stay unchanged. */
export function stem(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const singular = RULES.reduce((at, [ending, instead]) => (at === word ? at.replace(ending, instead) : at), word);
  return withoutTense(singular.replace(/['’]s$/, '')).replace(/e$/, '');
}
