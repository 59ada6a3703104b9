import { PARTICLES } from './particles';

/** Endings of the copula and of common verbs, and the plural with a particle. */
const OTHERS = '입니다 습니다 했습니다 이에요 예요 들이 들은 들을 요'.split(' ');
/** These end many stems as well. */
const NEVER_STRIPPED: ReadonlySet<string> = new Set(['야', '아', '라고']);

const ENDING = new RegExp(`(?:${[...PARTICLES.filter((one) => !NEVER_STRIPPED.has(one)), ...OTHERS].join('|')})$`);

/** A light stemmer of Korean: the word without its particle, where a syllable stays. */
export function stemKorean(word: string): string {
  const stem = word.replace(ENDING, '');
  return stem === '' ? word : stem;
}
