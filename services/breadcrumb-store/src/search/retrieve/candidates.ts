import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import { toCandidate, roundScore, type CandidateDetails, type FoundText } from './candidate';
import type { RetrievalContext } from '../sources/find-source';
import type { TextChunk } from '../session-cache/text-chunk';
import type { SessionTextCache } from '../session-cache/session-text-cache';

/** Best texts of a source whose vectors a reply holds, and their digits. */
const MOST_VECTORS = 64;
const DIGITS = 4;

/** What a source found below its floor and tells of all the same, the best: so one sees what only just missed it. */
const NEAR_MISSES = 20;

export interface SourceResult {
  readonly plan: SourcePlan;
  readonly found: readonly FoundText[];
}

interface RankedResult {
  readonly one: FoundText;
  readonly rank: number;
}

interface ListedSource {
  readonly plan: SourcePlan;
  readonly told: readonly RankedResult[];
  /** Keys of the rest. */
  readonly untold: readonly string[];
}

/** Vectors of a dense embedder: those of the built-in one say no more than the words of a text. */
function selectVector({ vector }: TextChunk, { look, vector: asked }: RetrievalContext): number[] | undefined {
  if (asked === null || !look.hasVectors || vector === undefined || vector.length < 2) return undefined;
  return Array.from(vector, (one) => Number(one.toFixed(DIGITS)));
}

/** Keys of what any source found above its floor: only these may enter. */
function findEntering(sources: readonly SourceResult[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ plan, found }) =>
      found.filter(({ score }) => roundScore(score) >= plan.floor).map(({ text }) => text.key),
    ),
  );
}

/** What a source tells of: all that may enter, and its near misses. */
function listSource({ plan, found }: SourceResult, keys: ReadonlySet<string>): ListedSource {
  const told: RankedResult[] = [];
  const untold: string[] = [];
  let misses = 0;
  found.forEach((one, at) => {
    const { key } = one.text;
    if (!keys.has(key)) misses += 1;
    if (misses <= NEAR_MISSES || keys.has(key)) told.push({ one, rank: at + 1 });
    else untold.push(key);
  });
  return { plan, told, untold };
}

/** Texts that no source tells of. */
function countUnlisted(sources: readonly ListedSource[]): number {
  const untold = new Set(sources.flatMap((source) => source.untold));
  for (const { told } of sources) for (const { one } of told) untold.delete(one.text.key);
  return untold.size;
}

/** The candidates of a reply; those that may enter with what their words say by the workspace's statistics. */
export async function buildCandidates(
  pools: SessionTextCache,
  work: RetrievalContext,
  found: readonly SourceResult[],
): Promise<Pick<RetrieveReply, 'sources' | 'beyond' | 'queries'>> {
  const { workspace } = work.sight;
  const { tokenizer } = work.request;
  const keys = findEntering(found);
  const sources = found.map((one) => listSource(one, keys));
  const texts = sources.flatMap(({ told }) => told.map(({ one }) => one.text)).filter(({ key }) => keys.has(key));
  const { bits, queries } = await pools.information(workspace, work.look, {
    texts: new Set(texts),
    around: work.session ?? [],
  });
  const about = ({ one: { text }, rank }: RankedResult): CandidateDetails => {
    const vector = rank <= MOST_VECTORS ? selectVector(text, work) : undefined;
    const words = { information: bits.get(text) ?? 0, vector };
    return { rank, tokenizer, ...(keys.has(text.key) ? { words } : {}) };
  };
  return {
    sources: sources.map(({ plan, told }) => ({
      name: plan.name,
      candidates: told.map((ranked) => toCandidate(workspace, ranked.one, about(ranked))),
    })),
    beyond: countUnlisted(sources),
    queries,
  };
}
