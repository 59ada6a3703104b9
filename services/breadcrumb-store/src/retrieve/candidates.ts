import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import { candidateOf, rounded, type About, type Found } from './candidate';
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

/** Keys of what any source found above its floor: only these may enter. */
function entering(sources: readonly FoundBy[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ plan, found }) =>
      found.filter(({ score }) => rounded(score) >= plan.floor).map(({ text }) => text.key),
    ),
  );
}

/** The candidates of a reply; those that may enter with what their words say by the workspace's statistics. */
export async function candidatesOf(
  pools: Pools,
  work: Work,
  sources: readonly FoundBy[],
): Promise<{ readonly sources: RetrieveReply['sources']; readonly queries: number }> {
  const { workspace } = work.sight;
  const { tokenizer } = work.request;
  const keys = entering(sources);
  const texts = sources.flatMap(({ found }) => found.map(({ text }) => text)).filter(({ key }) => keys.has(key));
  const { bits, queries } = await pools.information(workspace, work.look, new Set(texts));
  const about = (text: KeptText, at: number): About => {
    const vector = at < MOST_VECTORS ? vectorOf(text, work) : undefined;
    const words = { information: bits.get(text) ?? 0, vector };
    return { rank: at + 1, tokenizer, ...(keys.has(text.key) ? { words } : {}) };
  };
  return {
    sources: sources.map(({ plan, found }) => ({
      name: plan.name,
      candidates: found.map((one, at) => candidateOf(workspace, one, about(one.text, at))),
    })),
    queries,
  };
}
