import { cleanText } from './clean-text';

const JOINED =
  '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Mongolian}';
/** Joiners and the emoji selector where no script or emoji needs them. */
const STRAY_JOINERS = new RegExp(`(?<![${JOINED}])[\\u200C\\u200D]|(?<!\\p{Emoji})\\uFE0F`, 'gu');
/** Characters without a visible shape: soft hyphens, fillers, selectors, tags. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
const JOINERS = /^(?:\u200C|\u200D|\uFE0F)$/;
/** Role tokens of chat templates: `<|im_start|>`, `<start_of_turn>`, `[INST]`, `<<SYS>>`. */
const ROLE_TOKENS =
  /<(?=[|｜][\p{L}\p{N}_▁-]{1,64}[|｜]>)|<(?=\/?(?:start|end)_of_turn>)|\[(?=\/?INST\])|<(?=<\/?SYS>>)/giu;

/** Text in which only role tokens can be unsafe. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Makes untrusted text safe for a prompt: no invisible characters, no role tokens of chat templates, `\n` as the only line end. */
export function defuse(text: string): string {
  if (PLAIN.test(text)) return text.trim().replace(ROLE_TOKENS, '$& ').trim();
  return cleanText(text)
    .replace(INVISIBLE, (character) => (JOINERS.test(character) ? character : ''))
    .replace(STRAY_JOINERS, '')
    .replace(ROLE_TOKENS, '$& ')
    .trim();
}
