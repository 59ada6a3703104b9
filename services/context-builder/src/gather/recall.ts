import type { Candidate, Ref, RetrieveReply, SourcePlan } from '@crumbtrail/contracts';
import { answerWithin } from './answer-within';

/** A question whose memories came late, with its text as it is now. */
export interface LateQuestion {
  readonly ref: Ref;
  readonly text: string;
}

/** What a recall needs besides the question and its sources. */
export interface RecallOptions {
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** A question before this one whose memories came late: they are searched for again. */
  readonly earlier?: LateQuestion | undefined;
  /** Is told what the search took, in milliseconds, also where it came late. */
  readonly onRecalled?: ((milliseconds: number) => void) | undefined;
}

/** What memories and past sessions gave in time, for the question and the one before it. */
export interface Recall {
  /** Undefined: nothing came in time. */
  readonly found: RetrieveReply | undefined;
  /** Whether nothing came in time for the question itself. */
  readonly late: boolean;
  /** Whether nothing came in time for the earlier question; undefined where there is none. */
  readonly earlierLate?: boolean;
}

/** The answer of a search, whose time is told unless it fails. */
async function timeSearch(search: Promise<RetrieveReply>, tell: RecallOptions['onRecalled']): Promise<RetrieveReply> {
  const startedAt = performance.now();
  const reply = await search;
  tell?.(performance.now() - startedAt);
  return reply;
}

const chunkKey = ({ id, version, chunk }: Candidate): string => `${id}@${version}#${chunk}`;

/** What one source found for two questions: each text once, best first, no more than its limit. */
function mergeFound(limit: number, found: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of found) {
    const known = best.get(chunkKey(one));
    if (known === undefined || one.score > known.score) best.set(chunkKey(one), one);
  }
  const ranked = [...best.values()].sort((a, b) => b.score - a.score || a.rank - b.rank);
  return ranked.slice(0, limit).map((one, at) => ({ ...one, rank: at + 1 }));
}

/** The replies to two questions as one; all else is that of the first. */
function mergeQuestions(
  sources: readonly SourcePlan[],
  found: RetrieveReply | undefined,
  again: RetrieveReply | undefined,
): RetrieveReply | undefined {
  if (found === undefined || again === undefined) return found ?? again;
  const candidatesOf = (name: string): Candidate[] =>
    [found, again].flatMap((reply) => reply.sources.find((one) => one.name === name)?.candidates ?? []);
  const recalled = new Map([...(found.recalled ?? []), ...(again.recalled ?? [])].map((one) => [one.id, one]));
  return {
    ...found,
    sources: sources.map(({ name, limit }) => ({ name, candidates: mergeFound(limit, candidatesOf(name)) })),
    beyond: found.beyond + again.beyond,
    ...(recalled.size > 0 && { recalled: [...recalled.values()] }),
    queries: found.queries + again.queries,
  };
}

/**
 * Searches memories and past sessions for a question, and again for the one before it where they came late. Both have the same time, after which their answers are
 * left out. A failure in time is thrown.
 */
export async function searchOutside(
  sources: readonly SourcePlan[],
  search: (earlier?: string) => Promise<RetrieveReply>,
  { timeoutMs, earlier, onRecalled }: RecallOptions,
): Promise<Recall> {
  const [found, again] = await Promise.all([
    answerWithin(timeSearch(search(), onRecalled), timeoutMs),
    earlier && answerWithin(search(earlier.text), timeoutMs),
  ]);
  return {
    found: mergeQuestions(sources, found, again),
    late: found === undefined,
    ...(earlier && { earlierLate: again === undefined }),
  };
}
