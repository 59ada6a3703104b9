import { areParticles } from '@crumbtrail/text/particles';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that are written without spaces: a word of them begins and ends anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isAsciiWord(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
}

function continuesWord(codePoint: number | undefined): boolean {
  if (codePoint === undefined) return false;
  if (codePoint < 128) return isAsciiWord(codePoint);
  const character = String.fromCodePoint(codePoint);
  return WORD.test(character) && !UNSPACED.test(character);
}

function codePointBefore(text: string, index: number): number | undefined {
  const unit = text.charCodeAt(index - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && index > 1;
  return index === 0 ? undefined : text.codePointAt(isLow ? index - 2 : index - 1);
}

const isUnspaced = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && codePoint > 127 && UNSPACED.test(String.fromCodePoint(codePoint));

/** The letters from `start` on. */
const lettersFrom = (text: string, start: number): string =>
  /^[\p{L}\p{M}]*/u.exec(text.slice(start, start + 20))?.[0] ?? '';

/**
 * Whether text[start, end) stands alone as a word or phrase: no letter, number, mark or underscore of any script touches it. Scripts that are
 * written without spaces have no such boundaries, so a neighbour of theirs does not count, nor does one beside their own characters; particles that a language writes onto a name are no part of it.
 */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const before = codePointBefore(text, start);
  if (continuesWord(before) && !isUnspaced(text.codePointAt(start))) return false;
  const after = text.codePointAt(end);
  if (!continuesWord(after) || isUnspaced(codePointBefore(text, end))) return true;
  return Number(after) > 127 && areParticles(lettersFrom(text, end));
}
