import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  agentName,
  AgentResponse,
  AgentStep,
  GuardFired,
  ToolRequest,
  type Audience,
  type Contract,
  type Draft,
  type ProblemCode,
  type Ref,
  type Write,
} from '@crumbtrail/contracts';
import { commitUnderClaim, type ActiveClaim } from '@crumbtrail/tool-runtime';
import { TurnLog, type CommitOutcome, type LoadedTurn, type TurnWakeUp } from '../ports';
import { stepRef } from '../step-ref';

/** Another process has ended the turn or runs it now. */
const TAKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'turn_closed', 'stale_fence']);

type StepCommit = Parameters<TurnLog['step']>[2];
type EndCommit = Parameters<TurnLog['end']>[1];

/** Fields of a turn's crumb besides its payload; the store derives the rest. */
interface CrumbContext {
  readonly cause: Ref;
  readonly session?: string;
  readonly audience?: Audience;
}

function create(contract: Contract, context: object, { cause, session, audience }: CrumbContext): Write {
  const draft = {
    schema_name: contract.name,
    ...(session !== undefined && { session }),
    ...(audience !== undefined && { audience }),
    cause,
    context: { ...context },
  };
  return { op: 'create', draft: draft as Draft };
}

/** Commits under the claim's fence, for some time also while the store is away: {@link commitUnderClaim}. */
@Injectable()
export class TurnLogNats extends TurnLog {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  step(wakeUp: TurnWakeUp, { turn, cause }: LoadedTurn, { step, requests, claim }: StepCommit): Promise<CommitOutcome> {
    const { session } = turn;
    const made = stepRef(turn, step.step);
    const writes = [
      create(AgentStep, step, { cause, session, audience: [agentName(turn.agent)] }),
      ...requests.map((request) => create(ToolRequest, request, { cause: made, session })),
    ];
    return this.commit(wakeUp, writes, claim);
  }

  /** The guard's crumb is written first, because the response closes the turn and ends the claim. */
  end(wakeUp: TurnWakeUp, { ending: { response, guard }, of, claim }: EndCommit): Promise<CommitOutcome> {
    const about = { cause: { id: of.context_id, version: 1 }, session: of.session };
    const writes = [
      ...(guard ? [create(GuardFired, guard, { ...about, audience: [agentName(of.agent)] })] : []),
      create(AgentResponse, response, { ...about, audience: of.audience }),
    ];
    return this.commit(wakeUp, writes, claim);
  }

  private async commit(
    { workspace, traceparent }: TurnWakeUp,
    writes: readonly Write[],
    claim: ActiveClaim,
  ): Promise<CommitOutcome> {
    const { key, fence } = claim;
    const refusal = await commitUnderClaim(this.store.in(workspace, { traceparent }), writes, {
      key,
      fence,
      traceparent,
    });
    if (refusal === null) return 'committed';
    return TAKEN.has(refusal.code) ? 'closed' : refusal;
  }
}
