import { LRUCache } from 'lru-cache';
import {
  distinct,
  languagesOfText,
  readingLanguages,
  readTokens,
  readWord,
  stemKeys,
  stemOf,
  type ReadingLanguages,
  type TextToken,
} from './analyse';
import { fold } from './fold';
import { otherGivenNames } from './given-names';
import type { Language } from './languages/language';
import { otherForms } from './languages/other-forms';
import { calendarForms } from './periods/calendar-forms';
import { findPhraseForms, type PhraseForms } from './phrase-forms';
import type { QuestionKey } from './question-key';
import { scanRuns } from './scan';
import { scriptOf } from './scripts';

/** The keys of the other forms of a word, and of the other ways to write a number. */
const otherFormKeys = (surface: string, languages: readonly Language[]): string[] =>
  languages.flatMap((language) =>
    [...otherForms(language, surface), ...calendarForms(language, surface)].map((form) => fold(stemOf(language, form))),
  );

/** The keys of the other forms of a given name, as texts of any language have them, and as those of the question's languages do. */
const givenNameKeys = (surface: string, languages: readonly Language[]): string[] =>
  otherGivenNames(surface, languages).flatMap((name) => {
    const script = scriptOf(name);
    return script === null
      ? []
      : stemKeys(
          name,
          script,
          languages.filter((language) => language.script === script),
        );
  });

/** Words of so many letters may be written as one; a syllable of Korean is a letter. */
const JOINABLE = /^(?:[\p{L}\p{M}]{3,}|\p{Script=Hangul}{2,})$/u;

/** The keys of two words that stand side by side, written as one: `bookclub` for `book club`. */
function joinedKeys(
  text: string,
  [first, second]: readonly [TextToken, TextToken | undefined],
  languages: ReadingLanguages,
): readonly string[] {
  if (second === undefined || text.slice(first.to, second.from) !== ' ') return [];
  const areWords = second.surface !== first.surface && [first, second].every(({ surface }) => JOINABLE.test(surface));
  return areWords ? readWord(first.surface + second.surface, languages).keys : [];
}

/** The keys of what says the same as a phrase: those of a word of its own. */
const phraseKeys = ({ keys, from }: PhraseForms, word: number): QuestionKey[] =>
  keys.map((key, nth) => ({
    key,
    word,
    isCommon: nth === 0,
    isOwn: false,
    isForm: nth > 0,
    isGivenName: false,
    from,
    isPart: false,
    isPair: false,
  }));

/** A question as it was read. */
interface ReadQuestion {
  readonly keys: readonly QuestionKey[];
  readonly tokens: readonly TextToken[];
}

function findQuestionKeys(text: string): ReadQuestion {
  const runs = scanRuns(text);
  const [least, languages] = [readingLanguages(runs, 'likely'), readingLanguages(runs, 'possible')];
  const tokens = readTokens(text, runs, languages);
  // Both have the same words, because the stop words are those of the languages that are told.
  const likely = least.names.all === languages.names.all ? tokens : readTokens(text, runs, least);
  const isOwn = (word: number, key: string): boolean => likely[word]?.keys.includes(key, 1) === true;
  const told = languagesOfText(text);
  const joined = tokens.map((token, at) => joinedKeys(text, [token, tokens[at + 1]], languages));
  const words = tokens.flatMap(({ keys, surface, from, isPart = false, isPair = false }, word) => {
    const written = [...(joined[word - 1] ?? []), ...(joined[word] ?? [])];
    const forms = distinct([...keys, ...otherFormKeys(surface, told), ...written]);
    const firstName = forms.length;
    const toKey = (key: string, nth: number): QuestionKey => ({
      key,
      word,
      isCommon: nth === 0,
      isOwn: nth > 0 && isOwn(word, key),
      isForm: nth >= keys.length,
      isGivenName: nth >= firstName,
      from,
      isPart,
      isPair,
    });
    return distinct([...forms, ...givenNameKeys(surface, told)]).map(toKey);
  });
  const phrases = findPhraseForms(runs, told);
  return { tokens, keys: [...words, ...phrases.flatMap((one, nth) => phraseKeys(one, tokens.length + nth))] };
}

/** A question is read for its statistics, its speakers, its spelling, its days and its phrases: characters of the latest ones, as they were read. */
const questions = new LRUCache<string, ReadQuestion>({
  maxSize: 200_000,
  sizeCalculation: (_, text) => text.length + 1,
});

function readQuestion(text: string): ReadQuestion {
  const known = questions.get(text);
  if (known !== undefined) return known;
  const read = findQuestionKeys(text);
  questions.set(text, read);
  return read;
}

/** What a question is searched by. */
export const readQuestionKeys = (text: string): readonly QuestionKey[] => readQuestion(text).keys;

/** The words of a question in order, as {@link readQuestionKeys} has read them. */
export const readQuestionTokens = (text: string): readonly TextToken[] => readQuestion(text).tokens;
