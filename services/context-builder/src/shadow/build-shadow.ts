import type {
  AccountItem,
  AgentResponseV1,
  AnswerGroundingV1,
  ContextShadowBuildV1,
  ContextShadowV1,
  Envelope,
} from '@crumbtrail/contracts';
import { CrumbError } from '@crumbtrail/contracts';
import type { LostCrumb } from '@crumbtrail/contracts/operations/evals';
import type { BuiltContext } from '../explain/account';
import { isSamePiece, NO_LOSS } from '../explain/eval/counterfactual';
import { readLosingStage, toLostPiece } from '../explain/eval/losing-stage';
import { gatherReplan } from '../explain/gather-replan';
import { loadRecordedContext } from '../explain/load-recorded';
import type { RecordedContext } from '../explain/recorded-context';
import { findTargetRow } from '../explain/why-not/lacking-build';
import type { RunBuild } from '../explain/why-not/recorded-rebuild';
import type { OverrideValidator } from '../plan/overrides';
import type { WorkspaceReader } from '../ports';
import { Stopwatch } from '../stopwatch';

/** An answer that was really given, and what is known of it. */
export interface ShadowedAnswer {
  readonly workspace: string;
  readonly agent: string;
  readonly context_id: string;
  readonly response: string;
  /** What the answer was grounded on. */
  readonly sources: AnswerGroundingV1['sources'];
  readonly usage: AgentResponseV1['usage'];
  /** How often a model read the context. */
  readonly calls: number;
}

/** What a shadow is built with. */
export interface ShadowTools {
  readonly reader: WorkspaceReader;
  readonly validator: OverrideValidator;
  readonly build: RunBuild;
  /** Resolves when no turn's context is being built. */
  readonly idle: () => Promise<void>;
}

/** A comparison without what the queue knows. */
export type ShadowComparison = Omit<ContextShadowBuildV1, 'spent_ms' | 'dropped'>;

/** The most lost breadcrumbs that a comparison names. */
const MOST_LOST = 32;

const keptOf = (items: readonly AccountItem[]): AccountItem[] => items.filter(({ decision }) => decision === 'kept');

const countMissing = (from: readonly AccountItem[], there: readonly AccountItem[]): number =>
  from.filter((row) => !there.some((one) => isSamePiece(one, row))).length;

/** What the other prompt would have cost more; undefined where no price is known. */
function costDifference({ usage, calls }: ShadowedAnswer, tokens: number): number | undefined {
  const input = usage?.prices?.input;
  return input === undefined ? undefined : (tokens * calls * input) / 1e6;
}

async function findLost(
  rows: readonly AccountItem[],
  { items }: BuiltContext,
  reader: WorkspaceReader,
): Promise<LostCrumb[]> {
  const missing = rows.filter((row) => findTargetRow(items, toLostPiece(row))?.decision !== 'kept');
  if (missing.length === 0) return [];
  const { crumbs } = await reader.read(missing.map(({ id }) => ({ id })));
  return missing.flatMap((row, at) => {
    const crumb = crumbs[at];
    const lost = readLosingStage(toLostPiece(row), items);
    return (crumb && 'erased' in crumb) || NO_LOSS.has(lost.stage) ? [] : [lost];
  });
}

interface ComparedBuild {
  readonly recorded: RecordedContext;
  readonly built: BuiltContext;
  readonly rows: readonly AccountItem[];
  readonly lost: readonly LostCrumb[];
  readonly build_ms: number;
}

function compareBuilds(
  answer: ShadowedAnswer,
  { recorded, built, rows, lost, build_ms }: ComparedBuild,
): Pick<ShadowComparison, 'outcome' | 'lost' | 'other' | 'added' | 'left_out' | 'cost_usd' | 'beyond'> {
  const [live, other] = [keptOf(recorded.items), keptOf(built.items)];
  const cost_usd = costDifference(answer, built.tokens.total - recorded.context.tokens.total);
  const outcome = rows.length === 0 ? 'ungrounded' : lost.length > 0 ? 'loses' : 'keeps';
  return {
    outcome,
    lost: lost.slice(0, MOST_LOST).map((one) => ({ ...toLostPiece(one), stage: one.stage })),
    ...(lost.length > MOST_LOST ? { beyond: lost.length - MOST_LOST } : {}),
    other: { tokens: built.tokens.total, max_tokens: built.budget.max_tokens, kept: other.length, build_ms },
    added: countMissing(other, live),
    left_out: countMissing(live, other),
    ...(cost_usd === undefined ? {} : { cost_usd }),
  };
}

const round = (milliseconds: number): number => Math.max(0, Math.round(milliseconds * 10) / 10);

/** Ports whose answers arrive only when no turn is being built: what follows them is computed then. */
function yieldToTurns(watch: Stopwatch, idle: ShadowTools['idle']): Stopwatch {
  const retrieve = watch.retrieve.bind(watch);
  return Object.assign(watch, {
    retrieve: async (request: Parameters<Stopwatch['retrieve']>[0]) => {
      const reply = await retrieve(request);
      await watch.waitFor(idle());
      return reply;
    },
  });
}

/** Builds the context of an answer as a shadow says, at its own position of the log and with the definition of its turn, and compares the two. */
export async function buildShadow(
  answer: ShadowedAnswer,
  shadow: Envelope<ContextShadowV1>,
  { reader, validator, build, idle }: ShadowTools,
): Promise<ShadowComparison> {
  const watch = yieldToTurns(new Stopwatch(reader), idle);
  const recorded = await watch.waitFor(loadRecordedContext(answer.context_id, reader));
  const { context } = recorded;
  const kept = keptOf(recorded.items);
  const rows = kept.filter((row) => answer.sources.some((one) => isSamePiece(one, row)));
  const work = (): Pick<ShadowComparison, 'work_ms'> => {
    const { total, retrieve, store = 0 } = watch.read();
    return { work_ms: round(total - retrieve + store) };
  };
  const head = {
    shadow: { id: shadow.id, version: shadow.version },
    agent: answer.agent,
    context_id: answer.context_id,
    response: { id: answer.response },
    grounded: rows.length,
    live: {
      tokens: context.tokens.total,
      max_tokens: context.budget.max_tokens,
      kept: kept.length,
      build_ms: context.build_ms ?? 0,
    },
  };
  try {
    const request = { context: answer.context_id, config: shadow.context.config };
    const input = await watch.waitFor(gatherReplan(request, recorded, { reader, validator, asRecorded: true }));
    const startedAt = performance.now();
    const built = await build(input, watch);
    const build_ms = round(performance.now() - startedAt);
    const lost = await watch.waitFor(findLost(rows, built, reader));
    return { ...head, ...compareBuilds(answer, { recorded, built, rows, lost, build_ms }), ...work() };
  } catch (error) {
    if (!(error instanceof CrumbError) || error.transient) throw error;
    return { ...head, outcome: 'failed', because: error.message.slice(0, 500), lost: [], ...work() };
  }
}
