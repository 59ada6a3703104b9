import { LANGUAGES } from './languages/all-languages';
import { alternativesIn, escapeText } from './periods/date-lexicon';
import { isNegation, isOfKind } from './words-by-kind';

/** A sentence without the words that only say what it is for. */
export interface LedIn {
  readonly text: string;
  /** Does it ask to be kept in mind: "remember that …"? */
  readonly isReminder: boolean;
  /** Does it begin as a correction: "no, actually …"? */
  readonly isCorrection: boolean;
}

const anyOf = (some: readonly string[]): string =>
  some
    .toSorted((a, b) => b.length - a.length)
    .map(escapeText)
    .join('|');

const SIGN = String.raw`[\s,;:!，：、。·–—-]`;

interface ReminderPatterns {
  readonly before: RegExp;
  readonly after: RegExp;
}

/** What asks to keep something in mind in one language, before it and after it. */
function reminderPatterns({ wordKinds }: (typeof LANGUAGES)[number]): ReminderPatterns[] {
  const [phrases, that] = [alternativesIn(wordKinds.reminders), alternativesIn(wordKinds.that)];
  if (phrases.length === 0) return [];
  const courtesy = `(?:(?:${anyOf(wordKinds.courtesies.split(' '))})${SIGN}+)?`;
  const link =
    that.length === 0
      ? ''
      : `(?:(?:${anyOf(that)})(?![\\p{L}\\p{M}])${SIGN}*|(?:${anyOf(that)})(?=\\p{Script=Hebrew}|\\p{Script=Thai}))?`;
  const end = String.raw`(?:(?![\p{L}\p{M}])|(?<=[\p{Script=Han}\p{Script=Thai}]))`;
  return [
    {
      before: new RegExp(`^${courtesy}(?:${anyOf(phrases)})${end}${SIGN}*${courtesy}${link}`, 'iu'),
      after: new RegExp(`${SIGN}*(?:${anyOf(that)})?${SIGN}*(?:${anyOf(phrases)})[\\s.!。！]*$`, 'iu'),
    },
  ];
}

const REMINDERS = LANGUAGES.flatMap(reminderPatterns);
/** "Remember to …" and "note how …" ask for something else. */
const OTHER = /^(?:to|when|how|what|who|where|why|the time|me|us|this|zu|de|à|di|att|å|om te)(?![\p{L}\p{M}'’])/iu;

/** What is to be kept in mind: what the longest phrase of any language leaves; null where there is none. */
function withoutReminder(text: string): string | null {
  const rests = REMINDERS.flatMap(({ before, after }) => [before, after])
    .map((pattern) => text.replace(pattern, '').trim())
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const [rest = ''] = rests;
  return rest === '' || rest === text.trim() || OTHER.test(rest) ? null : rest;
}

/** How many words of a sentence may lead in a correction. */
const MOST_LEADING = 5;
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;

/** Where the words end that only say that a sentence corrects another; 0 where there are none. */
function endOfCorrection(text: string): number {
  const words = [...text.matchAll(WORD)].slice(0, MOST_LEADING);
  const kindOf = (word: string, ...kinds: Parameters<typeof isOfKind>[1][]): boolean =>
    isOfKind(word.normalize('NFKC').toLowerCase(), ...kinds);
  const [first] = words;
  if (first === undefined) return 0;
  const after = first.index + first[0].length;
  const denies = isNegation(first[0].normalize('NFKC').toLowerCase()) && /^\s*[,.;!，،、]/u.test(text.slice(after));
  const last = words.findLastIndex(({ 0: word }) => kindOf(word, 'corrections'));
  const leads = words.slice(0, last + 1);
  const isLead = leads.every(({ 0: word }) =>
    kindOf(word, 'corrections', 'negations', 'affirmations', 'courtesies', 'functionWords'),
  );
  const end = denies || (last >= 0 && isLead) ? (leads.at(-1) ?? first) : undefined;
  return end === undefined ? 0 : end.index + end[0].length;
}

/** A sentence without what leads it in, in any language: a request to keep it in mind, and the words of a correction. */
export function withoutLeadIn(text: string): LedIn {
  const reminded = withoutReminder(text);
  const said = reminded ?? text;
  const end = endOfCorrection(said);
  const rest = said.slice(end).replace(/^[\s,.;:!，。、–—-]+/u, '');
  const isCorrection = end > 0 && rest !== '';
  return { text: isCorrection ? rest : said, isReminder: reminded !== null, isCorrection };
}
