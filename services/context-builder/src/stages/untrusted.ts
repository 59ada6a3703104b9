import { cleanText } from '@crumbtrail/hints';

const JOINED =
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Mongolian}';
/** Joiners and the emoji selector, where no script or emoji has a use for them. */
const STRAY_JOINERS = new RegExp(`(?<![${JOINED}])[\\u200C\\u200D]|(?<!\\p{Emoji})\\uFE0F`, 'gu');
/** What has no shape of its own: soft hyphens, fillers, selectors, tags. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const JOINERS = /^(?:\u200C|\u200D|\uFE0F)$/;
/** Words that a chat template reads as its own: `<|im_start|>`, `<start_of_turn>`, `[INST]`, `<<SYS>>`. */
const ROLE_TOKENS =
  /<(?=[|｜][\p{L}\p{N}_▁-]{1,64}[|｜]>)|<(?=\/?(?:start|end)_of_turn>)|\[(?=\/?INST\])|<(?=<\/?SYS>>)/giu;

/** Text of whoever wrote it, safe to stand in a prompt: nothing unseen, no role token of a chat template, `\n` the only line end. */
export function defuse(text: string): string {
  return cleanText(text)
    .replace(SHAPELESS, (unseen) => (JOINERS.test(unseen) ? unseen : ''))
    .replace(STRAY_JOINERS, '')
    .replace(ROLE_TOKENS, '$& ')
    .trim();
}

const CONTINUATION = '  ';

/** Lines of untrusted text of which only the first may stand after something of ours; all others are indented, so that none begins at column 0. */
export function indented(text: string): string {
  return text
    .split('\n')
    .map((line, at) => (line.trim() === '' ? '' : at === 0 ? line : CONTINUATION + line))
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in which no element begins or ends. */
export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] as string);
}

/** A value that no quotation mark, bracket or line end can end. */
export function attributeValue(value: string): string {
  return defuse(value)
    .replace(/\s+/g, ' ')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
}

const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N} .,'’()&_-]+/gu;
const LONGEST_NAME = 48;

/** A name on one line, with nothing in it that could end it, head a section or format it; empty when nothing is left. */
export function plainName(name: string): string {
  const text = defuse(name.normalize('NFKC')).replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  return [...text].slice(0, LONGEST_NAME).join('').trim();
}
