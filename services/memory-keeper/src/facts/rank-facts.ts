import { TERM_WEIGHTS, readTerms, type Fact } from '@crumbtrail/memory';

/** A fact with how much of a text it is about; 0: nothing. */
export interface RankedFact<One extends Fact = Fact> {
  readonly fact: One;
  readonly score: number;
}

/** Facts by what they share with a text: each shared term weighs by its kind and by how few facts have it. Best first, of equals the latest. */
export function rankFacts<One extends Fact>(facts: readonly One[], text: string): RankedFact<One>[] {
  const asked = readTerms(text);
  const terms = facts.map((fact) => readTerms([fact.text, fact.subject ?? '', fact.relation ?? ''].join('\n')));
  const holders = new Map<string, number>();
  for (const term of asked.keys()) holders.set(term, terms.filter((one) => one.has(term)).length);
  const scoreOf = (own: ReadonlyMap<string, unknown>): number =>
    [...asked].reduce((sum, [term, kind]) => {
      if (!own.has(term)) return sum;
      return sum + TERM_WEIGHTS[kind] * Math.log2(1 + facts.length / (holders.get(term) ?? 1));
    }, 0);
  return facts
    .map((fact, at) => ({ fact, at, score: scoreOf(terms[at] ?? new Map()) }))
    .toSorted((a, b) => b.score - a.score || b.at - a.at)
    .map(({ fact, score }) => ({ fact, score }));
}
