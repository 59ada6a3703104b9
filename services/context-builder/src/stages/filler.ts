import { byTime, keyOf, type Item } from './item';

const phrases = {
  /** Assent and praise: after a question these are answers, and stay. */
  assent: [
    'ok(?:ay)?|kay|k|kk|okey|al+right|all right|sure(?: thing)?|of course|certainly|absolutely|definitely',
    'sounds good|makes sense|will do|got it|gotcha|understood|i see|noted',
  ],
  praise: [
    'nice(?: one)?|cool|great|good(?: one| job| work)?|perfect|awesome|excellent|wonderful|lovely|fine|super|neat|right|well',
  ],
  noises: [
    '(?:many |ok )?thanks?(?: you)?(?: so| very)?(?: much| a lot)?|thx|ty|cheers',
    "you(?: are|'re|re)? (?:very )?welcome|no problem|no worries|np|my pleasure|happy to help",
    "(?:i'm |im )?glad (?:it|that|this|to)(?: helps?| helped| hear(?: it| that)?| be of help)?",
    'wow|yay|ha(?:ha)+|lol|h+m+|mhm|m{2,}|u+h+m?|um+|a+h+|o+h+',
    'take your time|(?:just |give me |hang on |hold on |wait )*(?:a|one|1) (?:sec|second|moment|minute|min)|hold on|hang on|wait|brb',
  ],
};

const either = (lists: readonly string[]): RegExp => {
  const one = `(?:${lists.join('|')})`;
  return new RegExp(`^${one}(?: ${one})*$`);
};

const ANSWER = either([...phrases.assent, ...phrases.praise]);
const FILLER = either([...phrases.assent, ...phrases.praise, ...phrases.noises]);
const OFFER = /^(?:(?:ok(?:ay)?|great|good) )?anything else$/;
const SMILES = /[👍👌🙏🙂😊😀😄🎉✨✅❤💯]/gu;
const LONGEST = 60;

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(SMILES, ' ')
    .replace(/[.,!;:…~"()\s-]+/g, ' ')
    .trim();

/** Is this a text that carries nothing by itself: thanks, assent, hesitation? Questions, numbers, names, yes and no are none. */
export function isFiller(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = wordsOf(text);
  if (OFFER.test(plain.replace(/ ?\?$/, ''))) return true;
  return plain === '' || FILLER.test(plain);
}

const LEADING = new RegExp(
  `^(?:(?:${[...phrases.assent, ...phrases.noises].join('|')})\\b(?!['’-])[\\s,.!;:…]*)+`,
  'iu',
);

/** A text without the assent that it begins with; whole where nothing else is left. */
export function withoutAssent(text: string): string {
  const rest = text.replace(LEADING, '');
  return rest.trim() === '' ? text : rest;
}

const asks = (item: Item): boolean => /\?\s*$/.test(item.text) && !isFiller(item.text);
const differ = (a: Item, b: Item): boolean => a.author.kind !== b.author.kind || a.author.id !== b.author.id;

/** Keys of assents that answer another speaker's question standing right before them in an unbroken window: they are no filler. */
export function answersIn(window: readonly Item[]): ReadonlySet<string> {
  const ordered = [...window].sort(byTime);
  const answers = ordered.filter((item, at) => {
    const before = ordered[at - 1];
    return before !== undefined && ANSWER.test(wordsOf(item.text)) && asks(before) && differ(before, item);
  });
  return new Set(answers.map(keyOf));
}
