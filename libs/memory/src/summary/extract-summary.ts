import { readTerms, TERM_WEIGHTS, type TermKind } from '../sentences/read-terms';
import { splitSentences } from '../sentences/split-sentences';

/** A text of a conversation, in the order in which they were said. */
export interface SaidText {
  readonly speaker: string;
  readonly text: string;
}

/** Sentences that were chosen, and the indexes of the texts that they come from. */
export interface Extract {
  readonly text: string;
  readonly sources: readonly number[];
}

const MOST_SENTENCES = 8;
const MOST_CHARACTERS = 1_200;
/** Longer sentences are left out: one of them would take the place of several others. */
const LONGEST_SENTENCE = 280;
/** A sentence with fewer words that carry meaning says too little by itself. */
const FEWEST_TERMS = 3;
const MOST_READ = 2_000;

interface Sentence {
  readonly source: number;
  readonly text: string;
  readonly terms: ReadonlyMap<string, TermKind>;
}

function readSentences(said: readonly SaidText[]): Sentence[] {
  const sentences = said.flatMap(({ text }, source) =>
    splitSentences(text).map(({ start, end }) => ({ source, text: text.slice(start, end).replace(/\s+/g, ' ') })),
  );
  return sentences
    .slice(-MOST_READ)
    .filter(({ text }) => text.length <= LONGEST_SENTENCE)
    .map((sentence) => ({ ...sentence, terms: readTerms(sentence.text) }))
    .filter(({ terms }) => terms.size >= FEWEST_TERMS);
}

/** How often a term is spoken of counts, and whether it is a number or a name. */
function weighTerms(sentences: readonly Sentence[]): Map<string, number> {
  const weights = new Map<string, number>();
  const times = new Map<string, number>();
  for (const { terms } of sentences)
    for (const [term, kind] of terms) {
      const count = (times.get(term) ?? 0) + 1;
      times.set(term, count);
      weights.set(term, TERM_WEIGHTS[kind] * Math.log2(1 + count));
    }
  return weights;
}

/** What a sentence says that is not said yet, for its length. */
function gainOf({ terms, text }: Sentence, weights: ReadonlyMap<string, number>): number {
  const worth = [...terms.keys()].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return worth / Math.sqrt(text.length);
}

function pickBest(left: readonly Sentence[], weights: ReadonlyMap<string, number>): Sentence | undefined {
  let best: Sentence | undefined;
  let most = 0;
  for (const sentence of left) {
    const gain = gainOf(sentence, weights);
    if (gain <= most) continue;
    best = sentence;
    most = gain;
  }
  return best;
}

/** Chooses sentences that together say most: each time the one that adds most of what is not said yet. */
function chooseSentences(sentences: readonly Sentence[]): Sentence[] {
  const weights = weighTerms(sentences);
  const chosen: Sentence[] = [];
  let room = MOST_CHARACTERS;
  while (chosen.length < MOST_SENTENCES) {
    const left = sentences.filter((one) => !chosen.includes(one) && one.text.length <= room);
    const best = pickBest(left, weights);
    if (!best) break;
    chosen.push(best);
    room -= best.text.length;
    for (const term of best.terms.keys()) weights.delete(term);
  }
  return sentences.filter((one) => chosen.includes(one));
}

/**
 * Summarises a conversation by its own sentences, without a model, in the order in which they were said and with who said them. The same
 * texts always give the same summary. Null where no sentence says enough.
 */
export function extractSummary(said: readonly SaidText[]): Extract | null {
  const chosen = chooseSentences(readSentences(said));
  if (chosen.length === 0) return null;
  const lines = chosen.map(({ source, text }) => `${said[source]?.speaker ?? ''}: ${text}`);
  return { text: lines.join('\n'), sources: [...new Set(chosen.map(({ source }) => source))] };
}
