import { withoutLeadIn } from '@crumbtrail/text';
import { splitSentences } from '../sentences/split-sentences';

/** A sentence, or the part of one, that says that something is so. */
export interface StatedSentence {
  readonly text: string;
  /** It takes back or corrects what was said before. */
  readonly isCorrection: boolean;
  /** Somebody asked to keep it in mind. */
  readonly isReminder: boolean;
}

/** Code, in fences that may be open at the end of a text that was cut. */
const CODE = /(```|~~~)[\s\S]*?(?:\1|$)/g;
/** Lines that quote somebody, and lines of tables, headings and logs. */
const QUOTED_LINE = /^[ \t]*(?:>|\||#{1,6} |\[\d|at \S+\().*$/gm;
const BULLET = /^(?:[-*•]|\d{1,2}[.)])\s+/;
const EMPHASIS = /(\*\*|__)(?=\S)([^\n]*?\S)\1/g;

/** Where a statement ends and a request or question begins within one sentence. */
const REQUEST =
  /(?:^|[,;:–—]|\s-)\s*(?:and |so |but |or |then )*(?:please\b(?! call me \p{Lu})|(?:can|could|would|will|should|do|am|may) (?:you|someone|anyone|I|we)\b|(?:did|have|are|were) you\b|any (?:tips|ideas|advice|suggestions|thoughts)\b|here(?:'s| is| are)\b|let me know\b|what do you\b|how (?:about|do|can|should|would|could)\b|what (?:about|should|would|is|are|can)\b|is (?:there|that|this|it)\b|right\?|isn't it|don't you think\b)[\s\S]*$/iu;
/** What follows a statement and only says that the speaker wants help. */
const DOUBT =
  /[,;]?\s+(?:and|but|so|though|although)?,?\s*(?:now )?I(?:'m| am)(?: still| also| a bit| just| really)* (?:not sure|unsure|wondering|confused|stuck|struggling|looking for|having (?:trouble|issues|difficulty|problems)|open to)\b[\s\S]*$/i;
const INTERJECTION =
  /^(?:(?:well|so|and|but|oh|ah|ok|okay|yes|yeah|yep|yup|no|nope|nah|hey|hi|hello|hmm|um|sure|btw|fyi|by the way|also|anyway|honestly|actually|wait|sorry|great|wow|thanks|thank you|haha|lol|right|true|cool|nice|absolutely|definitely|oh no|i mean|as i said|to be honest|my bad|correction)\b[,.:!—–-]?\s+)+/i;
const CORRECTION =
  /^(?:(?:well|oh|so|but|and|no|sorry|wait|hey)[,.!]?\s+)*(?:actually|correction|no,|i was wrong|my (?:bad|mistake)|i misspoke|scratch that|i meant|wait,)|\b(?:not .{1,40} any ?more|no longer|instead of|changed (?:to|from)|it'?s now|is now|are now|not .{1,40}, but)\b/i;
/** A question mark of any script, or a particle that makes a question of a sentence: 吗, か, ไหม, 까. */
const QUESTION_END =
  /(?:[?？؟;՞፧]|[吗嗎呢][。.]?|(?:です|ます|でしょう|ません)か[。.]?|(?:ไหม|มั้ย|หรือเปล่า)[.]?|니까[.]?)["'”’»)\]*_]*$/u;
const QUESTION_START =
  /^(?:who|what|when|where|which|why|whose|how|is|are|was|were|do|does|did|can|could|would|will|should|shall|may|might|have you|has (?:he|she|it|anyone)|isn't|aren't|don't|doesn't|didn't|haven't|won't|wouldn't)\b/i;

const stripCode = (text: string): string => text.replace(CODE, '\n').replace(QUOTED_LINE, '').replace(EMPHASIS, '$2');

/** The part of a sentence that states something; empty where all of it asks or requests. */
function statementOf(sentence: string): string {
  const bare = sentence.replace(BULLET, '').replace(/\s+/g, ' ').trim();
  const said = bare
    .replace(REQUEST, '')
    .replace(DOUBT, '')
    .replace(/[\s,;:–—-]+$/u, '')
    .trim();
  if (said === '' || (said === bare && QUESTION_END.test(bare))) return '';
  return said;
}

const withoutInterjection = (said: string): string => {
  const rest = said.replace(INTERJECTION, '');
  return rest === '' ? said : rest;
};

/**
 * The statements of a text in their order: no questions, no requests, no code, no quoted lines. Of a sentence that states something and then
 * asks, the first part.
 */
export function readStatements(text: string): StatedSentence[] {
  const prose = stripCode(text);
  return splitSentences(prose).flatMap(({ start, end }) => {
    const sentence = prose.slice(start, end);
    const led = withoutLeadIn(sentence.replace(BULLET, '').trim());
    const said = statementOf(led.text);
    const text = withoutInterjection(said);
    // In other languages a statement that something leads in may begin with `is`.
    if (text === '' || (!led.isCorrection && QUESTION_START.test(text))) return [];
    return [{ text, isReminder: led.isReminder, isCorrection: led.isCorrection || CORRECTION.test(sentence.trim()) }];
  });
}
