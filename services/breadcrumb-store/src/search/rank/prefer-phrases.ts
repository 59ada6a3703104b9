import { fold, readQuestionTokens, type TextToken } from '@crumbtrail/text';
import { LRUCache } from 'lru-cache';
import { asksForOrder } from './order-of-events';
import type { RankableText, RankingQuestion } from './question';
import type { RankedText } from './rank-texts';
import { parametersOf } from './score-topic';

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Matches at a place in a word, up to the next word. */
const UP_TO_NEXT_WORD = /[\p{L}\p{M}\p{N}]*[^\p{L}\p{M}\p{N}]+/uy;
const BEFORE_WORD = /^[^\p{L}\p{M}\p{N}]+/u;
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const SENTENCE_END = /[.!?…。]/u;
/** Shorter beginnings are those of too many words: such a word is looked for as it is written. */
const LEAST_BEGINNING = 3;

/** What the forms of a word begin with: what the word and its stem share. Empty for what has no letter and no digit. */
function beginningOf({ surface, keys: [stem = ''] }: TextToken): string {
  const word = fold(surface).replace(BEFORE_WORD, '');
  let shared = 0;
  while (shared < word.length && word[shared] === stem[shared]) shared += 1;
  return shared < LEAST_BEGINNING ? word : word.slice(0, shared);
}

/** Do two words of a question stand together, with a space and at most one word between them? */
function areTogether(text: string, { to }: TextToken, { from }: TextToken): boolean {
  const between = text.slice(to, from);
  return between !== '' && !SENTENCE_END.test(between) && (between.match(WORDS) ?? []).length <= 1;
}

/** What the forms of two words begin with that stand together in a question. */
export type WordPair = readonly [first: string, second: string];

/** Each two words that stand together in a question. Scripts without spaces have none. */
export function readWordPairs(question: string): WordPair[] {
  const words = readQuestionTokens(question).filter(({ isPart, isPair }) => !isPart && !isPair);
  return words.slice(1).flatMap((word, nth) => {
    const before = words[nth] as TextToken;
    const pair = [beginningOf(before), beginningOf(word)] as const;
    const isPair = pair[0] !== pair[1] && !pair.includes('') && areTogether(question, before, word);
    return isPair ? [pair] : [];
  });
}

/** Does a text go on, from a place in a word, with a word that begins like this one, or else with the second after it? */
function continuesWith(folded: string, from: number, beginning: string): boolean {
  UP_TO_NEXT_WORD.lastIndex = from;
  for (let nth = 0; nth <= 1 && UP_TO_NEXT_WORD.test(folded); nth += 1)
    if (folded.startsWith(beginning, UP_TO_NEXT_WORD.lastIndex)) return true;
  UP_TO_NEXT_WORD.lastIndex = 0;
  return false;
}

/**
 * Does a folded text have these two words in this order, with at most one word between them? Not by an expression for each pair: to compile one takes
 * longer than to look through sixty texts.
 */
export function hasPair(folded: string, [first, second]: WordPair): boolean {
  for (let at = folded.indexOf(first); at >= 0; at = folded.indexOf(first, at + 1)) {
    const beginsWord = !ENDS_IN_WORD.test(folded.slice(Math.max(0, at - 2), at));
    if (beginsWord && continuesWith(folded, at + first.length, second)) return true;
  }
  return false;
}

/** A text that can be read. */
interface WrittenText extends RankableText {
  readonly row: { readonly text: string };
}

/** The pairs of a question, and which share of them each of the texts has that it was compared with. */
interface ReadPairs {
  readonly pairs: readonly WordPair[];
  readonly shares: WeakMap<WrittenText['row'], number>;
}

/** Several sources rank the same texts for one question. */
const latest = new LRUCache<string, ReadPairs>({ max: 64 });

function pairsOf(question: string): ReadPairs {
  const known = latest.get(question);
  if (known !== undefined) return known;
  const read = { pairs: readWordPairs(question), shares: new WeakMap() };
  latest.set(question, read);
  return read;
}

/** The share of the pairs that a text has. */
function shareIn({ row }: WrittenText, { pairs, shares }: ReadPairs): number {
  const known = shares.get(row);
  if (known !== undefined) return known;
  const folded = fold(row.text);
  const share = pairs.filter((pair) => hasPair(folded, pair)).length / pairs.length;
  shares.set(row, share);
  return share;
}

/** The shares of the score of a text that was raised by a factor, where the best score is `best`. */
function raiseScores({ score, scores }: RankedText, factor: number, best: number): Record<string, number> {
  const raised: Record<string, number> = {};
  for (const name in scores) raised[name] = (scores[name] as number) / best;
  if (factor > 1) raised['phrases'] = (score * (factor - 1)) / best;
  return raised;
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
  const read = pairsOf(question.text);
  if (read.pairs.length === 0) return found;
  const factors = found.slice(0, phrase_texts).map(({ text }) => 1 + weight * shareIn(text, read));
  if (factors.every((factor) => factor === 1)) return found;
  const raised = found.map((one, nth) => ({ one, factor: factors[nth] ?? 1 }));
  const best = raised.reduce((most, { one, factor }) => Math.max(most, one.score * factor), 0);
  return raised
    .sort((a, b) => b.one.score * b.factor - a.one.score * a.factor)
    .map(({ one, factor }) => ({
      text: one.text,
      score: (one.score * factor) / best,
      get scores() {
        return raiseScores(one, factor, best);
      },
    }));
}
