import { words } from '@crumbtrail/hints';

const COMMON = new Set(
  (
    "i i'm i've i'll i'd my me we our the a an is are was were am be been have has had and of in it to that this you he she they his her " +
    "their for on with at as by from not but so do does did will would can could what how there when which it's don't didn't never"
  ).split(' '),
);
const LATIN = /^[\p{Script=Latin}\p{N}\p{M}'’]+$/u;
const LEAST_SHARE = 0.15;
/** Short sentences have few function words: `Rex died in May`. */
const SHORT = 5;
const NOT_ENGLISH = new Set(
  'ich und der die das ist nicht el los las que es une des les est je não uma het een sono che il di'.split(' '),
);

/** Is a sentence English, as far as its function words tell? A short one in Latin letters is, unless it has words of another language. */
export function isEnglish(text: string): boolean {
  const list = words(text);
  if (!list.every((word) => LATIN.test(word))) return false;
  const common = list.filter((word) => COMMON.has(word.replaceAll('’', "'"))).length;
  const foreign = list.filter((word) => NOT_ENGLISH.has(word)).length;
  if (foreign > common) return false;
  return list.length <= SHORT ? foreign === 0 : common >= LEAST_SHARE * list.length;
}
