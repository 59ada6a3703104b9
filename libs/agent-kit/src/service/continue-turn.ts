import { crashPoint } from '@crumbtrail/platform';
import type { AgentStepV1, CrumbError } from '@crumbtrail/contracts';
import type { ActiveClaim } from '@crumbtrail/tool-runtime';
import { type Capabilities, evolve } from '@crumbtrail/prompting';
import { invokeAgent, noteEnd } from '../telemetry/spans';
import type { TurnMeter } from '../telemetry/turn-meter';
import { decide } from '../turn/decide';
import { failure, type Ending } from '../turn/endings';
import { takeReply, type ReplyResult } from '../turn/take-reply';
import type {
  TurnAddress,
  ErasedTurn,
  OpenTurn,
  TurnModel,
  TurnModels,
  TurnClaims,
  TurnLog,
  TurnReader,
  TurnWakeUp,
} from './ports';
import { stepRef } from './step-ref';

/** The dependencies of one turn. */
export interface TurnDependencies {
  readonly claims: TurnClaims;
  readonly reader: TurnReader;
  readonly models: TurnModels;
  readonly log: TurnLog;
  /** Counts what ended. */
  readonly meter?: Pick<TurnMeter, 'ended'>;
}

/** What became of a wakeUp-up. */
export type TurnOutcome = 'answered' | 'waits for tools' | 'already closed' | 'closed by another';

/** What one wakeUp-up works with. */
interface TurnWork extends TurnDependencies {
  readonly wakeUp: TurnWakeUp;
  readonly claim: ActiveClaim;
  readonly model: TurnModel;
  readonly can: Capabilities;
}

/**
 * The order of a turn: claim, read, decide; ask the model, leave what comes of it, decide again; until tools are at work or the
 * turn has ended. Of any number of replicas that wakeUp for one turn one at a time gets this far, and all of them decide from the log.
 */
export async function continueTurn(wakeUp: TurnWakeUp, dependencies: TurnDependencies): Promise<TurnOutcome> {
  const claim = await dependencies.claims.take(wakeUp);
  if (!claim) return 'already closed';
  let outcome: TurnOutcome | undefined;
  const model = dependencies.models.begin(wakeUp, claim);
  try {
    outcome = await continueClaimed({ ...parts(dependencies), wakeUp, claim, model, can: dependencies.models.can });
    return outcome;
  } finally {
    if (outcome === 'waits for tools') model.pause();
    else model.end();
    await claim.release({ free: outcome === undefined || outcome === 'waits for tools' });
  }
}

const parts = ({ claims, reader, models, log, meter }: TurnDependencies): TurnDependencies => ({
  claims,
  reader,
  models,
  log,
  meter,
});

async function continueClaimed(work: TurnWork): Promise<TurnOutcome> {
  const open = await work.reader.read(work.wakeUp);
  if ('gone' in open) return commitEnd(work, open.of, erasedEnding(open));
  return invokeAgent(open.turn, () => runSteps(work, open));
}

async function runSteps(work: TurnWork, read: OpenTurn): Promise<TurnOutcome> {
  let open = read;
  for (;;) {
    if (open.turn.steps.length > 0) open = await work.reader.withLate(work.wakeUp, open);
    const decision = decide(open.turn, work.can);
    if (decision.do === 'wait') return 'waits for tools';
    if (decision.do === 'end') return endWithoutModel(work, open, decision.ending);
    const measured = await work.model.generate(open, decision.request);
    if (!measured) return 'closed by another';
    crashPoint('executor.after-model');
    const next = await commitReply(work, open, takeReply(open.turn, measured));
    if (typeof next === 'string') return next;
    open = next;
  }
}

/** The outcome or, where the turn goes on at once, the turn with its new step. */
async function commitReply(work: TurnWork, open: OpenTurn, what: ReplyResult): Promise<TurnOutcome | OpenTurn> {
  if (what.kind === 'end') return commitEnd(work, open.turn, what);
  const result = await work.log.step(work.wakeUp, open, { ...what, claim: work.claim });
  if (result === 'closed') return 'closed by another';
  if (result !== 'committed') return commitEnd(work, open.turn, refusedStepEnding(open, result));
  crashPoint('executor.after-step');
  return what.requests.length > 0 ? 'waits for tools' : withStep(open, what.step);
}

function withStep(open: OpenTurn, step: AgentStepV1): OpenTurn {
  return { ...open, turn: evolve(open.turn, { kind: 'step', step }), cause: stepRef(open.turn, step.step) };
}

/** An end that no call of the model came to: whoever watched what earlier calls said sees it in their place. */
function endWithoutModel(work: TurnWork, open: OpenTurn, ending: Ending): Promise<TurnOutcome> {
  if (open.turn.steps.length > 0) work.model.showText(open, ending.response.content ?? '');
  return commitEnd(work, open.turn, ending);
}

async function commitEnd(work: TurnWork, of: TurnAddress, ending: Ending): Promise<TurnOutcome> {
  const result = await work.log.end(work.wakeUp, { ending, of, claim: work.claim });
  if (result !== 'committed' && result !== 'closed') throw result;
  crashPoint('executor.after-append');
  noteEnd(ending.response);
  if (result === 'committed') work.meter?.ended(ending);
  return result === 'committed' ? 'answered' : 'closed by another';
}

function erasedEnding({ gone, of: { turn_id, context_id } }: ErasedTurn): Ending {
  const error = { code: 'erased', message: gone };
  return { response: { turn: { id: turn_id }, context_id, action: 'error', error } };
}

/** A step that the store does not take ends the turn in so many words; nobody waits for ever. */
function refusedStepEnding({ turn }: OpenTurn, refusal: CrumbError): Ending {
  const message = `What I wanted to do next cannot be kept: ${refusal.message}`;
  return failure(turn, { code: 'step_refused', message });
}
