import { crashPoint } from '@crumbtrail/platform';
import type { AgentStepV1, CrumbError } from '@crumbtrail/contracts';
import type { ActiveClaim } from '@crumbtrail/tool-runtime';
import { evolve } from '@crumbtrail/prompting';
import { invokeAgent, noteEnd } from '../telemetry/spans';
import type { TurnMeter } from '../telemetry/turn-meter';
import { decideTurn } from '../turn/decide';
import { failure, type TurnEnd } from '../turn/endings';
import { takeReply, type ReplyResult } from '../turn/take-reply';
import type {
  TurnAddress,
  ErasedTurn,
  LoadedTurn,
  TurnModel,
  TurnModels,
  TurnClaims,
  TurnLog,
  TurnReader,
  TurnWakeUp,
} from './ports';
import { stepRef } from './step-ref';

/** What continueTurn needs. */
export interface TurnDependencies {
  readonly claims: TurnClaims;
  readonly reader: TurnReader;
  readonly models: TurnModels;
  readonly log: TurnLog;
  /** Counts ended turns. */
  readonly meter?: Pick<TurnMeter, 'ended'>;
}

/** The outcome of one wake-up. */
export type TurnOutcome = 'answered' | 'waits for tools' | 'already closed' | 'closed by another';

/** The state of one wake-up. */
interface TurnWork extends TurnDependencies {
  readonly wakeUp: TurnWakeUp;
  readonly claim: ActiveClaim;
  readonly model: TurnModel;
}

/**
 * Runs a turn as far as it goes: claims and reads it, then decides, asks the model and commits its reply, until tools
 * are running or the turn has ended. Only one of all the replicas that are woken gets this far at a time, and each
 * decides from the log.
 */
export async function continueTurn(wakeUp: TurnWakeUp, dependencies: TurnDependencies): Promise<TurnOutcome> {
  const claim = await dependencies.claims.take(wakeUp);
  if (!claim) return 'already closed';
  let outcome: TurnOutcome | undefined;
  const model = dependencies.models.begin(wakeUp, claim);
  try {
    outcome = await continueClaimed({ ...parts(dependencies), wakeUp, claim, model });
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

async function runSteps(work: TurnWork, read: LoadedTurn): Promise<TurnOutcome> {
  let open = read;
  for (;;) {
    if (open.turn.steps.length > 0) open = await work.reader.withLate(work.wakeUp, open);
    const decision = decideTurn(open.turn, work.models.can(open));
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

/**
 * Commits what a reply leads to. Returns the outcome or, when the turn continues immediately, the turn with its new
 * step.
 */
async function commitReply(work: TurnWork, open: LoadedTurn, what: ReplyResult): Promise<TurnOutcome | LoadedTurn> {
  if (what.kind === 'end') return commitEnd(work, open.turn, what);
  const result = await work.log.step(work.wakeUp, open, { ...what, claim: work.claim });
  if (result === 'closed') return 'closed by another';
  if (result !== 'committed') return commitEnd(work, open.turn, refusedStepEnding(open, result));
  crashPoint('executor.after-step');
  return what.requests.length > 0 ? 'waits for tools' : withStep(open, what.step);
}

function withStep(open: LoadedTurn, step: AgentStepV1): LoadedTurn {
  return { ...open, turn: evolve(open.turn, { kind: 'step', step }), cause: stepRef(open.turn, step.step) };
}

/** Ends a turn without a call of the model; viewers see its text in place of what earlier calls wrote. */
function endWithoutModel(work: TurnWork, open: LoadedTurn, ending: TurnEnd): Promise<TurnOutcome> {
  if (open.turn.steps.length > 0) work.model.showText(open, ending.response.content ?? '');
  return commitEnd(work, open.turn, ending);
}

async function commitEnd(work: TurnWork, of: TurnAddress, ending: TurnEnd): Promise<TurnOutcome> {
  const result = await work.log.end(work.wakeUp, { ending, of, claim: work.claim });
  if (result !== 'committed' && result !== 'closed') throw result;
  crashPoint('executor.after-append');
  noteEnd(ending.response);
  if (result === 'committed') work.meter?.ended(ending);
  return result === 'committed' ? 'answered' : 'closed by another';
}

function erasedEnding({ gone, of: { turn_id, context_id } }: ErasedTurn): TurnEnd {
  const error = { code: 'erased', message: gone };
  return { response: { turn: { id: turn_id }, context_id, action: 'error', error } };
}

/** The end of a turn whose step the store refuses, so that no caller waits forever. */
function refusedStepEnding({ turn }: LoadedTurn, refusal: CrumbError): TurnEnd {
  const message = `What I wanted to do next cannot be stored: ${refusal.message}`;
  return failure(turn, { code: 'step_refused', message });
}
