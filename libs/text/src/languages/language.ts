import { fold } from '../fold';
import type { DateWords } from './date-words';
import type { WordKinds } from './word-kinds';

/** A language of which only small words are known. */
export interface PartialLanguage {
  /** ISO 639-1. */
  readonly code: string;
  /** The script that it is written in, by its name in Unicode. */
  readonly script: string;
  /** Its words that deny, count, greet and so on. */
  readonly wordKinds: WordKinds;
}

/** What is known of a language. It stands in one folder, and {@link LANGUAGES} lists it. */
export interface Language extends PartialLanguage {
  /** Words that say little of what a text is about, folded. */
  readonly stopWords: ReadonlySet<string>;
  /** The stem of a word in lower case. */
  readonly stem: (word: string) => string;
  /** Absent where dates of the language are not read. */
  readonly dateWords?: DateWords;
}

interface LanguageData extends Omit<Language, 'stopWords'> {
  readonly stopWords: readonly string[];
}

/** The stemmer, for which a word that it cannot stem is its own stem: the Bulgarian one of @orama/stemmers 3.1 throws for words in -ен. */
function guard(stem: Language['stem']): Language['stem'] {
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
  return { ...data, stem: guard(stem), stopWords: new Set(stopWords.map(fold)) };
}
