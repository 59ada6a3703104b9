import type { RankingParameters } from '@crumbtrail/contracts';
import { inverseDocumentFrequency } from './inverse-document-frequency';
import { OCCURRENCES } from './occurrences';
import type { QuestionTerm, RankableText, RankingQuestion } from './question';
import type { TextList } from './text-list';

/** A text that a first ranking found, with its score. */
export interface FeedbackText {
  readonly text: RankableText;
  readonly score: number;
}

/** Shorter stems and numbers say nothing about a subject. */
const LEAST_LETTERS = 3;
const NUMBER = /^\d/u;
/** A stem belongs to the subject where at least so many of the best texts have it. */
const LEAST_TEXTS = 2;

const compareStems = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

interface StemSum {
  readonly stem: string;
  readonly sum: number;
}

/** The sum of the scores of the texts that have a stem, for each stem that several of them have. */
function sumScores(best: readonly FeedbackText[]): StemSum[] {
  const sums = new Map<string, { sum: number; texts: number }>();
  for (const { text, score } of best)
    for (const stem of text.terms.keys()) {
      const { sum, texts } = sums.get(stem) ?? { sum: 0, texts: 0 };
      sums.set(stem, { sum: sum + score, texts: texts + 1 });
    }
  return [...sums].flatMap(([stem, { sum, texts }]) => (texts < LEAST_TEXTS ? [] : [{ stem, sum }]));
}

/**
 * Adds the words that the best texts have in common to a question about a whole subject, which names it by few words (pseudo-relevance
 * feedback: Rocchio 1971, Lavrenko & Croft 2001). They count a share of the question's own.
 */
export function expandQuestion(
  question: RankingQuestion,
  best: readonly FeedbackText[],
  list: TextList<RankableText>,
  { expansion_words, expansion_weight }: RankingParameters,
): RankingQuestion {
  const known = new Set(question.terms.map(({ term }) => term));
  const occurrences = list.continued(OCCURRENCES);
  const worthOf = ({ stem, sum }: StemSum): number =>
    sum * inverseDocumentFrequency(occurrences.find(stem).places.length, list.length);
  const added = sumScores(best)
    .filter(({ stem }) => stem.length >= LEAST_LETTERS && !NUMBER.test(stem) && !known.has(stem))
    .map((one) => ({ ...one, worth: worthOf(one) }))
    .sort((a, b) => b.worth - a.worth || compareStems(a.stem, b.stem))
    .slice(0, expansion_words)
    .map(({ stem }): QuestionTerm => ({ term: stem, weight: expansion_weight }));
  return { ...question, terms: [...question.terms, ...added] };
}
