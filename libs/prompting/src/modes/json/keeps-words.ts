import type { ParsedObject } from '../../parsed-object';

/** What JSON may have behind a backslash; a single quotation mark too, which models write as JavaScript does. */
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/gs;
const DECODED: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const COMMENT = /(?<=^|[\s,{[])\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
/** A word with what joins it inside: `it's`, `5"x`, `v2.31`. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‘"”“`][\p{L}\p{M}\p{N}]+)*/gu;
/** A text that stands for a number, which JSON cannot write so. */
const NUMBER_LIKE = /^[+-]?(?:NaN|Infinity|0x[\da-f]+|[\d_]*\.?\d[\d_]*\.?(?:e[+-]?\d+)?)$/i;

/** A text with its escapes decoded; undefined where one is not an escape of JSON, as in `C:\Users`: then none of them is certain. */
function decode(text: string): string | undefined {
  let isCertain = true;
  const decoded = text.replace(ESCAPE, (_, hex: string | undefined, sign: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    const meant = DECODED[sign ?? ''];
    isCertain &&= meant !== undefined;
    return meant ?? '';
  });
  return isCertain ? decoded : undefined;
}

/** The names and texts of a value, in order; numbers and literals as they are written. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]);
}

/** Python's words for what JSON writes in lower case. */
const LITERALS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', undefined: 'null' };
const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map((word) => LITERALS[word] ?? word);

/** Whether a text that looks like a number was written with quotation marks. */
const wasQuoted = (source: string, text: string): boolean =>
  source.split(text).length > 1 && ['"', "'", '”', '’', '`'].some((mark) => source.includes(`${text}${mark}`));

/**
 * Whether a repaired object says what the model wrote: the same words in the same order, no escape that is none, and no number that has become a text. A repair
 * that is not certain is none: the model is asked again.
 */
export function keepsWords(source: string, value: ParsedObject): boolean {
  const decoded = decode(source.replace(COMMENT, ''));
  if (decoded === undefined) return false;
  const texts = textsIn(value);
  if (texts.some((text) => NUMBER_LIKE.test(text) && !isNumber(text) && !wasQuoted(source, text))) return false;
  return wordsOf(decoded).join(' ') === texts.flatMap(wordsOf).join(' ');
}

/** Whether JSON writes this number so. */
function isNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number';
  } catch {
    return false;
  }
}
