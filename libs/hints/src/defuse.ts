import { cleanText } from './clean-text';

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
