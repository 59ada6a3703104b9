import type { RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import type { SqlReader } from '../../database/database';
import type { RankedText } from '../rank/rank-texts';
import type { SessionTextCache } from '../session-cache/session-text-cache';
import type { TextChunk } from '../session-cache/text-chunk';
import type { RetrievalContext } from '../sources/find-source';
import { AuthorTable, roundScore, toCandidate, type CandidateDetails } from './candidate';
import { findEnclosing } from './find-enclosing';

/** How many candidates of a source, best first, are returned with their vectors. */
const MOST_VECTORS = 64;

/** How many texts below its floor a source returns, best first, to show what only just missed it. */
const NEAR_MISSES = 20;

/** What a source found, best first. */
export interface SourceResult {
  readonly plan: SourcePlan;
  readonly found: readonly RankedText<TextChunk>[];
}

interface RankedResult {
  readonly one: RankedText<TextChunk>;
  readonly rank: number;
}

interface ListedSource {
  readonly plan: SourcePlan;
  readonly listed: readonly RankedResult[];
  /** Keys of the texts that are not listed. */
  readonly unlisted: readonly string[];
}

/** The vector of a dense embedder. Those of the built-in one say no more than the words of a text. */
function selectVector({ vector }: TextChunk, { snapshot, vector: asked }: RetrievalContext): number[] | undefined {
  if (asked === null || !snapshot.hasVectors || vector === undefined || vector.length < 2) return undefined;
  return Array.from(vector);
}

/** Keys of the texts that any source found at or above its floor: only these may enter a context. */
function findEntering(sources: readonly SourceResult[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ plan, found }) =>
      found.filter(({ score }) => roundScore(score) >= plan.floor).map(({ text }) => text.key),
    ),
  );
}

/** Lists what may enter, and the near misses of the source. */
function listSource({ plan, found }: SourceResult, entering: ReadonlySet<string>): ListedSource {
  const listed: RankedResult[] = [];
  const unlisted: string[] = [];
  let misses = 0;
  found.forEach((one, at) => {
    const { key } = one.text;
    const isEntering = entering.has(key);
    if (!isEntering) misses += 1;
    if (misses <= NEAR_MISSES || isEntering) listed.push({ one, rank: at + 1 });
    else unlisted.push(key);
  });
  return { plan, listed, unlisted };
}

/** How many texts no source lists. */
function countUnlisted(sources: readonly ListedSource[]): number {
  const unlisted = new Set(sources.flatMap((source) => source.unlisted));
  for (const { listed } of sources) for (const { one } of listed) unlisted.delete(one.text.key);
  return unlisted.size;
}

/** What the candidates of a reply are built with. */
export interface CandidateSources {
  readonly cache: SessionTextCache;
  readonly sql: SqlReader;
}

/** The candidates of a reply; those that may enter come with their texts, their information, and the blocks that they begin inside of. */
export async function buildCandidates(
  { cache, sql }: CandidateSources,
  context: RetrievalContext,
  results: readonly SourceResult[],
): Promise<Pick<RetrieveReply, 'sources' | 'beyond' | 'queries'>> {
  const { workspace } = context.scope;
  const { tokenizer } = context.request;
  const entering = findEntering(results);
  const sources = results.map((one) => listSource(one, entering));
  const texts = sources
    .flatMap(({ listed }) => listed.map(({ one }) => one.text))
    .filter(({ key }) => entering.has(key));
  const around = context.session?.texts ?? [];
  const [{ bits, queries }] = await Promise.all([
    cache.information(workspace, context.snapshot, { texts: new Set(texts), around }),
    findEnclosing(sql, context.scope, { texts, cached: around }),
  ]);
  const authors = new AuthorTable();
  const describe = ({ one: { text }, rank }: RankedResult): CandidateDetails => {
    if (!entering.has(text.key)) return { rank, tokenizer, authors };
    const vector = rank <= MOST_VECTORS ? selectVector(text, context) : undefined;
    return {
      rank,
      tokenizer,
      authors,
      content: { information: bits.get(text) ?? 0, vector, enclosing: text.enclosing },
    };
  };
  return {
    sources: sources.map(({ plan, listed }) => ({
      name: plan.name,
      candidates: listed.map((ranked) => toCandidate(workspace, ranked.one, describe(ranked))),
    })),
    beyond: countUnlisted(sources),
    queries,
  };
}
