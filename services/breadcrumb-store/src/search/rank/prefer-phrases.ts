import { analyseText, fold, type TextToken } from '@crumbtrail/text';
import { asksForOrder } from './order-of-events';
import type { RankableText, RankingQuestion } from './question';
import type { RankedText } from './rank-texts';
import { parametersOf } from './score-topic';

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
const BETWEEN = '[^\\p{L}\\p{M}\\p{N}]+';
const WORDS = new RegExp(`${LETTER}+`, 'gu');
const SENTENCE_END = /[.!?…。]/u;
/** Shorter beginnings are those of too many words: such a word is looked for as it is written. */
const LEAST_BEGINNING = 3;

const escapeSyntax = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What the forms of a word begin with: what the word and its stem share. */
function beginningOf({ surface, keys: [stem = ''] }: TextToken): string {
  const word = fold(surface);
  let shared = 0;
  while (shared < word.length && word[shared] === stem[shared]) shared += 1;
  return shared < LEAST_BEGINNING ? word : word.slice(0, shared);
}

/** Do two words of a question stand together, with a space and at most one word between them? */
function areTogether(text: string, { to }: TextToken, { from }: TextToken): boolean {
  const between = text.slice(to, from);
  return between !== '' && !SENTENCE_END.test(between) && (between.match(WORDS) ?? []).length <= 1;
}

/**
 * For each two words that stand together in a question, what finds them in a folded text: in this order, with at most one word between them. Scripts
 * without spaces have none.
 */
export function readWordPairs(question: string): RegExp[] {
  const words = analyseText(question).filter(({ isPart, isPair }) => !isPart && !isPair);
  return words.slice(1).flatMap((word, nth) => {
    const before = words[nth] as TextToken;
    const [first, second] = [beginningOf(before), beginningOf(word)].map(escapeSyntax);
    if (first === second || !areTogether(question, before, word)) return [];
    return [new RegExp(`(?<!${LETTER})${first}${LETTER}*(?:${BETWEEN}${LETTER}+)?${BETWEEN}${second}`, 'u')];
  });
}

/** A text that can be read. */
interface WrittenText extends RankableText {
  readonly row: { readonly text: string };
}

/** The share of the phrases that a text has. */
function shareIn({ row: { text } }: WrittenText, phrases: readonly RegExp[]): number {
  const folded = fold(text);
  return phrases.filter((phrase) => phrase.test(folded)).length / phrases.length;
}

/**
 * Raises those of the best texts in which words stand together as they do in the question, as a sequential dependence model does (Metzler & Croft
 * 2005): docs/decisions/0190. Texts are read here and not where they are ranked, because those of an outline are read once they are found. A question for
 * an order of events is about a subject that it names by few words, so that its words prove little.
 */
export function preferPhrases<Text extends WrittenText>(
  found: readonly RankedText<Text>[],
  question: Pick<RankingQuestion, 'text' | 'parameters'>,
  mode: RankingQuestion['mode'],
): readonly RankedText<Text>[] {
  const { phrases: weight, phrase_texts } = parametersOf(question);
  if (mode === 'vector' || weight === 0 || found.length < 2 || asksForOrder(question.text)) return found;
  const phrases = readWordPairs(question.text);
  if (phrases.length === 0) return found;
  const raised = found.map((one, nth) => ({
    one,
    factor: nth < phrase_texts ? 1 + weight * shareIn(one.text, phrases) : 1,
  }));
  const best = raised.reduce((most, { one, factor }) => Math.max(most, one.score * factor), 0);
  return raised
    .sort((a, b) => b.one.score * b.factor - a.one.score * a.factor)
    .map(({ one, factor }) => ({
      text: one.text,
      score: (one.score * factor) / best,
      get scores() {
        const shares = Object.entries(one.scores).map(([name, share]) => [name, share / best]);
        const added = (one.score * (factor - 1)) / best;
        return { ...(Object.fromEntries(shares) as Record<string, number>), ...(added > 0 ? { phrases: added } : {}) };
      },
    }));
}
