import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import { candidateOf, type Found } from './candidate';
import type { Work } from './find-source';
import { informationOf } from './information';
import type { KeptText } from './kept-text';
import type { Pools } from './pools';

/** Best texts of a source whose vectors a reply holds, and their digits. */
const MOST_VECTORS = 64;
const DIGITS = 4;

export interface FoundBy {
  readonly plan: SourcePlan;
  readonly found: readonly Found[];
}

/** Vectors of a dense embedder: those of the built-in one say no more than the words of a text. */
function vectorOf({ vector }: KeptText, { look, vector: asked }: Work): number[] | undefined {
  if (asked === null || !look.hasVectors || vector === undefined || vector.length < 2) return undefined;
  return Array.from(vector, (one) => Number(one.toFixed(DIGITS)));
}

/** The candidates of a reply, with what their words say by the workspace's statistics. */
export async function candidatesOf(
  pools: Pools,
  work: Work,
  sources: readonly FoundBy[],
): Promise<{ readonly sources: RetrieveReply['sources']; readonly queries: number }> {
  const { sight, look, request } = work;
  const stems = new Set(sources.flatMap(({ found }) => found.flatMap(({ text }) => [...text.terms.keys()])));
  const { counts, queries } = await pools.countsOf(sight.workspace, look, stems);
  const about = (text: KeptText, at: number): Parameters<typeof candidateOf>[2] => ({
    rank: at + 1,
    information: informationOf(text.terms, counts, look.chunks),
    tokenizer: request.tokenizer,
    vector: at < MOST_VECTORS ? vectorOf(text, work) : undefined,
  });
  return {
    sources: sources.map(({ plan, found }) => ({
      name: plan.name,
      candidates: found.map((one, at) => candidateOf(sight.workspace, one, about(one.text, at))),
    })),
    queries,
  };
}
