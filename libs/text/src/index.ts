export { analyseText, type TextToken } from './analyse';
export { readQuestionKeys, readQuestionTokens } from './read-question-keys';
export type { QuestionKey } from './question-key';
export { fold } from './fold';
export {
  beginningsOf,
  countEdits,
  divideKey,
  hasPart,
  isSpelledLike,
  joinsWords,
  mayBeMisspelt,
  mayBePart,
  mostEdits,
} from './resemblance';
export { transliterate } from './transliterate';
export { withoutLeadIn, type LedIn } from './lead-in';
export { voteForLanguages, type LanguageVote } from './language-votes';
export { LANGUAGES } from './languages/all-languages';
export type { Language } from './languages/language';
export type { WordKind } from './languages/word-kinds';
export { isDayName } from './periods/day-names';
export type { Calendar } from './periods/calendar';
export { readPeriods, type ReadPeriod } from './periods/read-periods';
export { changesMeaning, findChangingWords, isNegation, isOfKind } from './words-by-kind';
export { readRelativeDates, type RelativeDate, type RelativeReading } from './periods/read-relative-dates';
