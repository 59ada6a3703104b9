import { hammingDistance, words } from '@crumbtrail/hints';

/** A text as it is compared with others: what it says beside politeness, and what it must never be confused by. */
export interface Gist {
  readonly exact: string;
  /** Numbers, identifiers, names, symbols, negations and whether it asks: two texts that differ here are never the same. */
  readonly marks: string;
  /** Its words in order, without those that change nothing. */
  readonly content: string;
  readonly words: readonly string[];
  readonly simhash: string;
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const EMPTY = list(
  'a an the please just so well hi hello hey oh um uh ok okay kindly really very actually basically simply',
);
const NUMBERS = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion first second third fourth ' +
    'fifth once twice half quarter double dozen',
);
const TURNS = list(
  'no not never none nothing nobody nowhere neither nor cannot without dont doesnt didnt isnt arent wasnt werent cant couldnt ' +
    'wont wouldnt shouldnt havent hasnt hadnt yes on off true false enable disable enabled disabled allow deny allowed denied ' +
    'accept reject add remove start stop started stopped open close opened closed before after more less up down increase ' +
    'decrease always must may might should only except unless if all some any every',
);

const turns = (word: string): boolean => TURNS.has(word) || NUMBERS.has(word) || /n['’]t$/.test(word);

/** Letters, with at most a capital first: an ordinary word. Anything else (digits, `_`, `/`, `@`, inner capitals) is an identifier. */
const ORDINARY = /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+$|^[AI]$/u;
const EDGES = new Set('"\'“”‘’([{<)]}>.,;:!?…*`');

/** A token without the signs around it. By hand: the expression that does it takes quadratic time on a row of dots. */
function trimmed(token: string): string {
  let from = 0;
  let to = token.length;
  while (from < to && EDGES.has(token.charAt(from))) from += 1;
  while (to > from && EDGES.has(token.charAt(to - 1))) to -= 1;
  return token.slice(from, to);
}

/** A capital inside a sentence is a name. */
const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{M}]+/gu;

function identifiers(text: string): string[] {
  return text
    .split(/\s+/)
    .map(trimmed)
    .filter((token) => token !== '' && !ORDINARY.test(token));
}

function marksOf(text: string, all: readonly string[]): string {
  const quoted = text.match(/[`"“][^`"”“\n]{1,80}[`"”]/gu) ?? [];
  const symbols = text.match(/[+*/\\^%$€£#@&|~<>=]|\p{Extended_Pictographic}/gu) ?? [];
  const parts = [
    all.filter(turns),
    identifiers(text),
    quoted,
    symbols,
    text.match(NAME) ?? [],
    text.match(/\?/g) ?? [],
  ];
  return JSON.stringify(parts);
}

/** Reads a text for comparison. */
export function gistOf(text: string, simhash: string): Gist {
  const exact = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const all = words(exact);
  const content = all.filter((word) => !EMPTY.has(word));
  return { exact, marks: marksOf(exact, all), content: content.join(' '), words: all, simhash };
}

/** Below this a text is near-same only when all its words are the same: SimHash says little of a sentence. */
const LONG = 40;
const OVERLAP = 0.9;

function onlyIn(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((word) => !b.has(word));
}

function alike(a: Gist, b: Gist): boolean {
  const left = new Set(a.words);
  const right = new Set(b.words);
  const changed = [...onlyIn(left, right), ...onlyIn(right, left)];
  const union = new Set([...left, ...right]).size;
  const capital = (word: string): boolean =>
    [a, b].some(({ exact }) => new RegExp(`\\b${word}\\b`, 'iu').exec(exact)?.[0]?.match(/^\p{Lu}/u));
  return 1 - changed.length / union >= OVERLAP && !changed.some((word) => turns(word) || capital(word));
}

/** Do two texts say the same? Never when they differ in a number, an identifier, a name, a negation or in asking. */
export function sameness(a: Gist, b: Gist, nearDistance: number): 'same text' | 'near-same text' | null {
  if (a.exact === b.exact) return 'same text';
  if (nearDistance === 0 || a.marks !== b.marks || a.content === '') return null;
  if (a.content === b.content) return 'near-same text';
  const long = Math.min(a.words.length, b.words.length) >= LONG;
  return long && hammingDistance(a.simhash, b.simhash) <= nearDistance && alike(a, b) ? 'near-same text' : null;
}
