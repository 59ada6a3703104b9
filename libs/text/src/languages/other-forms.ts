import { fold, lower } from '../fold';
import { irregularForms } from './irregular-forms';
import type { Language } from './language';

/** Smaller numbers are articles and pronouns, too. */
const LEAST = 2;
const DIGITS = /^\p{Nd}{1,2}$/u;

/** The numerals of a language. */
interface Numerals {
  /** All forms of the number of a place. */
  readonly forms: readonly (readonly string[])[];
  /** The first number that a folded form is of. */
  readonly numbers: ReadonlyMap<string, number>;
}

function readNumerals({ wordKinds }: Language): Numerals {
  const forms = wordKinds.numerals.split(' ').map((some) => some.split('|'));
  const numbers = new Map(forms.flatMap((some, number) => some.map((form) => [fold(form), number] as const)).reverse());
  return { forms, numbers };
}

const read = new Map<string, Numerals>();

function numeralsOf(language: Language): Numerals {
  const known = read.get(language.code) ?? readNumerals(language);
  read.set(language.code, known);
  return known;
}

/** The other ways to write a number from 2 on, as far as a language has it in one word: `twelve` for `12`, and `12` for `twelve`. */
function numeralForms(language: Language, word: string): readonly string[] {
  const plain = fold(word);
  const { forms, numbers } = numeralsOf(language);
  if (DIGITS.test(plain)) return Number(plain) < LEAST ? [] : (forms[Number(plain)] ?? []);
  const number = numbers.get(plain) ?? -1;
  return number < LEAST ? [] : [String(number)];
}

/** The other ways to write a word that its language has rules for. */
const respelledForms = ({ respellings = [] }: Language, word: string): readonly string[] =>
  respellings.flatMap(([written, other]) => {
    const lowered = lower(word);
    return written.test(lowered) ? [lowered.replace(written, other)] : [];
  });

/** The other forms of a word that its language has and no stemmer knows, and the other ways to write a number. */
export const otherForms = (language: Language, word: string): readonly string[] => [
  ...irregularForms(language, word),
  ...numeralForms(language, word),
  ...respelledForms(language, word),
];
