import { fold } from '../fold';
import type { ClockWords } from './clock-words';
import type { DateWords } from './date-words';
import type { NumberWords } from './number-words';
import type { WordKinds } from './word-kinds';

/** What is known of a language. It stands in one folder, and {@link LANGUAGES} lists it. */
export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  /** The script that it is written in, by its name in Unicode. */
  readonly script: string;
  /** True for the language whose stems all words of its script have as their usual key. Default: false; the only language of a script is that one. */
  readonly isCommonOfScript?: boolean;
  /** Letters, in lower case, that it has and few other languages of its script. Default: none. */
  readonly letters?: string;
  /** Does it write several words as one, or other words before one: `Bootshaus`, `izincwadi`? Default: false. */
  readonly joinsWords?: boolean;
  /** Words with their forms that the stemmer does not know, and words that say the same, as `fridge refrigerator`, separated by spaces, `|` or a new line between words: `buy bought|see saw seen`. A question for one is also asked for the others. Default: none. */
  readonly irregular?: string;
  /** Phrases with words that say the same: `take off: takeoff departure|put off: postpone`, with a `|` or a new line between phrases. A question with one, in whatever form of its words, is also asked for these words. Default: none. */
  readonly phrases?: string;
  /** Other ways to write a word, in lower case, as what is replaced by what: the ending of `Steuernr` by that of `Steuernummer`. A question for one way is also asked for the others. Default: none. */
  readonly respellings?: readonly (readonly [written: RegExp, other: string])[];
  /** Words that say little of what a text is about, folded; those that ask are among them. */
  readonly stopWords: ReadonlySet<string>;
  /** The stem of a word in lower case. Absent where a word is found only as it is written. */
  readonly stem?: (word: string) => string;
  readonly dateWords: DateWords;
  /** How it says numbers in words, beyond its numerals. Default: only its numerals are read. */
  readonly numberWords?: NumberWords;
  /** How it says the time of day in words. Default: only times in digits are read. */
  readonly clockWords?: ClockWords;
  /** Its words that deny, count, greet, ask and so on. */
  readonly wordKinds: WordKinds;
}

interface LanguageData extends Omit<Language, 'stopWords'> {
  readonly stopWords: readonly string[];
}

/** The stemmer, for which a word that it cannot stem is its own stem: the Bulgarian one of @orama/stemmers 3.1 throws for words in -ен. */
function guard(stem: (word: string) => string): (word: string) => string {
  return (word) => {
    try {
      return stem(word);
    } catch {
      return word;
    }
  };
}

/** A language from its data. */
export function defineLanguage({ stopWords, stem, ...data }: LanguageData): Language {
  const small = [...stopWords, ...data.wordKinds.questions.split(' ')].map(fold).filter((word) => word !== '');
  return { ...data, ...(stem === undefined ? {} : { stem: guard(stem) }), stopWords: new Set(small) };
}
