import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import { candidateOf, type About, type Found } from './candidate';
import type { Work } from './find-source';
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
  const { workspace } = work.sight;
  const { tokenizer } = work.request;
  const texts = new Set(sources.flatMap(({ found }) => found.map(({ text }) => text)));
  const { bits, queries } = await pools.information(workspace, work.look, texts);
  const about = (text: KeptText, at: number): About => ({
    rank: at + 1,
    information: bits.get(text) ?? 0,
    tokenizer,
    vector: at < MOST_VECTORS ? vectorOf(text, work) : undefined,
  });
  return {
    sources: sources.map(({ plan, found }) => ({
      name: plan.name,
      candidates: found.map((one, at) => candidateOf(workspace, one, about(one.text, at))),
    })),
    queries,
  };
}
