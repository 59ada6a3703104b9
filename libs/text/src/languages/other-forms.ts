import { fold, lower } from '../fold';
import { irregularForms } from './irregular-forms';
import type { Language } from './language';

/** Smaller numbers are articles and pronouns, too. */
const LEAST = 2;
const DIGITS = /^\p{Nd}{1,2}$/u;

/** The numerals of a language with all their forms, the one at a place for the number of that place. */
const numeralsOf = ({ wordKinds }: Language): string[][] =>
  wordKinds.numerals.split(' ').map((forms) => forms.split('|'));

/** The other ways to write a number from 2 on, as far as a language has it in one word: `twelve` for `12`, and `12` for `twelve`. */
function numeralForms(language: Language, word: string): readonly string[] {
  const plain = fold(word);
  const numerals = numeralsOf(language);
  if (DIGITS.test(plain)) return Number(plain) < LEAST ? [] : (numerals[Number(plain)] ?? []);
  const number = numerals.findIndex((forms) => forms.some((form) => fold(form) === plain));
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
