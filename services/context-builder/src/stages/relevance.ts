import { words } from '@crumbtrail/hints';
import type { Found } from './item';

/** What relevance is judged by, beside what the store measured. */
export interface Question {
  readonly text: string;
  /** Whose vectors the cosines are of; null where there are none. */
  readonly embedder: string | null;
}

/** A finding with its share of the best one's relevance, 1 for the best. */
export interface Judged {
  readonly found: Found;
  readonly relevance: number;
  /** False where the source only gave scores of its own: no share of such a score says that a text is off the point. */
  readonly measured: boolean;
}

const isLexical = (embedder: string | null): boolean => embedder?.startsWith('lexical') ?? false;

/** The built-in embedder sees shared words again, which BM25 has weighed better; one that knows meaning counts as much as words. */
const weightOf = (embedder: string | null): number => (isLexical(embedder) ? 0.1 : 1);
/** Worth of being said by somebody whom the question names, where the best text is worth 1. */
const NAMED = 0.35;
/** Names that are roles: a question that holds such a word means nobody by it. */
const ROLES = new Set(['user', 'assistant', 'operator', 'agent', 'system', 'tool', 'someone']);

const bare = (word: string): string => word.replace(/['’]s?$/, '');

function isNamed({ item }: Found, asked: ReadonlySet<string>): boolean {
  const names = [item.author.id.replace(/[-_.]+/g, ' '), item.speaker ?? ''].map(words);
  return names.some((name) => name.length > 0 && name.every((word) => asked.has(word) && !ROLES.has(word)));
}

const feature = ({ scores }: Found, name: string): number => scores[name] ?? 0;
const byWords = (found: Found): number => feature(found, 'bm25') + feature(found, 'neighbours');

/** Up to here texts that share no word are alike to the built-in embedder, by chance. */
const CHANCE = 0.25;

/**
 * How near in meaning, from 0 to 1. The built-in embedder has a scale that is known; how near is near to another differs from
 * model to model, so there it goes from the farthest of those found to the nearest.
 */
function nearness(all: readonly Found[], embedder: string | null): (found: Found) => number {
  const known = all.flatMap(({ scores }) => (scores['cosine'] === undefined ? [] : [scores['cosine']]));
  if (known.length === 0) return () => 0;
  const [least, most] = isLexical(embedder) ? [CHANCE, 1] : [Math.min(...known), Math.max(...known)];
  return ({ scores }) => Math.max(0, ((scores['cosine'] ?? least) - least) / (most - least || 1));
}

/**
 * What one searching source found, best first: words and meaning each measured against the best there is, and a bonus for what
 * somebody said whom the question names. A source that measured neither keeps its own scores.
 */
export function judge(all: readonly Found[], question: Question): Judged[] {
  const asked = new Set(words(question.text).map(bare));
  const wordsMost = Math.max(0, ...all.map(byWords));
  const near = nearness(all, question.embedder);
  const measured = all.some(({ scores }) => scores['bm25'] !== undefined || scores['cosine'] !== undefined);
  const own = Math.max(0, ...all.map(({ score }) => score));
  const worth = (found: Found): number => {
    if (!measured) return own > 0 ? found.score / own : 0;
    return (wordsMost > 0 ? byWords(found) / wordsMost : 0) + weightOf(question.embedder) * near(found);
  };
  const raw = all.map((found) => {
    const base = worth(found);
    return { found, value: base > 0 && isNamed(found, asked) ? base + NAMED : base };
  });
  const best = Math.max(0, ...raw.map(({ value }) => value));
  return raw
    .map(({ found, value }) => ({ found, measured, relevance: best > 0 ? value / best : 0 }))
    .sort((a, b) => b.relevance - a.relevance || a.found.rank - b.found.rank);
}
