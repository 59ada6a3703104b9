import { isNegation, isOfKind } from '@crumbtrail/text';

const NEGATIVE_SYMBOLS = /[👎❌⛔🚫🛑✖✗✘]/u;

/** True if a text means yes or no in any form (yes, no, never, 👎): even a short one carries information. */
export const saysYesOrNo = (text: string, words: readonly string[]): boolean =>
  NEGATIVE_SYMBOLS.test(text) || words.some((word) => isOfKind(word, 'affirmations') || isNegation(word));
