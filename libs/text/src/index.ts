export { analyseText, readQuestionKeys, type QuestionKey, type TextToken } from './analyse';
export { fold } from './fold';
export { voteForLanguages, type LanguageVote } from './language-votes';
export { LANGUAGES, PARTIAL_LANGUAGES } from './languages/all-languages';
export type { Language } from './languages/language';
export type { WordKind } from './languages/word-kinds';
export { isDayName } from './periods/day-names';
export { readPeriods, type Calendar, type ReadPeriod } from './periods/read-periods';
export { changesMeaning, findChangingWords, isNegation, isOfKind } from './words-by-kind';
