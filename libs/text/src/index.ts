export { analyseText, readQuestionKeys, type QuestionKey, type TextToken } from './analyse';
export { fold } from './fold';
export { LANGUAGES } from './languages/all-languages';
export type { Language } from './languages/language';
export { readPeriods, type Calendar, type ReadPeriod } from './periods/read-periods';
