/** Words that are written without a capital, or without their apostrophe, by people who write fast. */
const FAST: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\p{N}'’.-])i(?=(?:['’](?:m|ve|ll|d))?(?:[\s,.!?;:]|$))/gu, 'I'],
  [/^im(?= )/i, "I'm"],
  [/^ive(?= )/i, "I've"],
  [/(?<= )(dont|doesnt|didnt|cant|wont|isnt|wasnt|havent|hasnt|couldnt|wouldnt|shouldnt)(?= |$)/gi, ''],
];

const withApostrophe = (word: string): string => `${word.slice(0, -1)}'${word.slice(-1)}`;

/** An English sentence in which `i`, `im` and `dont` are written as `I`, `I'm` and `don't`. */
export const restoreFirstPerson = (text: string): string =>
  FAST.reduce((said, [written, meant]) => said.replace(written, meant === '' ? withApostrophe : () => meant), text);

/** A word that names somebody or something in these places, unless it is an article or belongs to somebody. */
const AFTER =
  /\b(called|named|in|moved to|relocated to|at|for|from|near|joined|left) (?!(?:an?|the|my|our|his|her|their|your|this|that|some|many|all|not|now|also|very|so|get|go|be|do|make|see|bed|general|love|mind)\b)(\p{Ll})/gu;
const FIRST = /^\p{Ll}/u;
const OTHER_CAPITAL = /\p{Lu}/u;

/**
 * An English sentence that was written without capitals, with those that names would have. Only for reading what it states: `in bed` would get
 * one, too. `written`: the sentence as it was written.
 */
export function restoreCapitals(text: string, written: string): string {
  if (!FIRST.test(written) || OTHER_CAPITAL.test(written)) return text;
  return text
    .replace(AFTER, (_, before: string, first: string) => `${before} ${first.toUpperCase()}`)
    .replace(FIRST, (first) => first.toUpperCase());
}
