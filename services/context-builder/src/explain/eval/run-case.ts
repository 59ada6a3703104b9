import { CrumbError, type Envelope, type Erased, type EvalCaseV1 } from '@crumbtrail/contracts';
import type { CaseRun, LostCrumb, RunCaseRequest } from '@crumbtrail/contracts/operations/evals';
import type { BuildInput } from '../../gather/build-input';
import type { OverrideValidator } from '../../plan/overrides';
import type { WorkspaceReader } from '../../ports';
import type { BuiltContext } from '../account';
import { toContextPayload } from '../context-payload';
import { gatherReplan } from '../gather-replan';
import { loadRecordedContext } from '../load-recorded';
import type { RecordedContext } from '../recorded-context';
import type { RecordedPiece } from '../restore';
import { findTargetRow } from '../why-not/lacking-build';
import { RecordedRebuild, type RunBuild } from '../why-not/recorded-rebuild';
import { findLosingStage, readLosingStage, toLostPiece } from './losing-stage';

/** What a case is run with. */
export interface CaseTools {
  readonly reader: WorkspaceReader;
  readonly validator: OverrideValidator;
  readonly build: RunBuild;
}

/** Of so many lost crumbs the smallest change is looked for; it takes several builds for each. */
const MOST_EXPLAINED = 16;

type Overrides = Omit<RunCaseRequest, 'case'>;

const toErased = (one: RecordedPiece, { erased_at }: Erased): LostCrumb => ({
  ...toLostPiece(one),
  stage: 'erased',
  because: `It was erased at ${erased_at}: pin the trail again without it, and erase this case.`,
});

/** A build that was not published, in the form of a record. */
function asRecorded(built: BuiltContext, { id, context }: RecordedContext): RecordedContext {
  const { turn, agent, trigger } = context;
  return {
    id,
    context: toContextPayload(built, { id: turn.id, context: { agent, trigger } }, 0),
    items: built.items,
  };
}

/** The crumbs that a build lacks, each with the stage that lost it. */
async function findLost(
  wanted: readonly RecordedPiece[],
  built: BuiltContext,
  { recorded, rebuild, reader }: { recorded: RecordedContext; rebuild: RecordedRebuild; reader: WorkspaceReader },
): Promise<LostCrumb[]> {
  const missing = wanted.filter((one) => findTargetRow(built.items, one)?.decision !== 'kept');
  if (missing.length === 0) return [];
  const { crumbs } = await reader.readAsClient(missing.map(({ id }) => ({ id })));
  const basis = { recorded: asRecorded(built, recorded), reader, openRebuild: () => Promise.resolve(rebuild) };
  const lost: LostCrumb[] = [];
  for (const [at, one] of missing.entries()) {
    const crumb = crumbs[at];
    if (crumb && 'erased' in crumb) lost.push(toErased(one, crumb));
    else lost.push(at < MOST_EXPLAINED ? await findLosingStage(one, basis) : readLosingStage(one, built.items));
  }
  return lost;
}

const outcomeOf = (lost: readonly LostCrumb[]): CaseRun['outcome'] => {
  if (lost.length === 0) return 'passed';
  return lost.every(({ stage }) => stage === 'erased') ? 'erased' : 'failed';
};

async function gather(
  pinned: EvalCaseV1,
  overrides: Overrides,
  { reader, validator }: CaseTools,
): Promise<{ readonly recorded: RecordedContext; readonly input: BuildInput }> {
  const recorded = await loadRecordedContext(pinned.context_id, reader);
  const input = await gatherReplan({ context: pinned.context_id, ...overrides }, recorded, { reader, validator });
  return { recorded, input };
}

/**
 * Builds the context of a case again: its message as of its position, with the definition and configuration of today and these overrides. Says
 * which of the crumbs that it must have it lacks, and what lost each.
 */
export async function runCase(
  { id, context: pinned }: Envelope<EvalCaseV1>,
  overrides: Overrides,
  tools: CaseTools,
): Promise<CaseRun> {
  const { context_id: context, agent, must_have } = pinned;
  const head = { case: id, context, agent, must_have: must_have.length };
  const gathered = await gather(pinned, overrides, tools).catch((error: unknown) => {
    if (error instanceof CrumbError && error.code === 'erased') return error.message;
    throw error;
  });
  if (typeof gathered === 'string') return { ...head, outcome: 'erased', because: gathered, lost: [] };
  const { recorded, input } = gathered;
  const rebuild = new RecordedRebuild(input, tools.reader, tools.build);
  const built = await rebuild.build({});
  const lost = await findLost(must_have, built, { recorded, rebuild, reader: tools.reader });
  const { tokens, budget } = built;
  return { ...head, outcome: outcomeOf(lost), lost, tokens: tokens.total, max_tokens: budget.max_tokens };
}
