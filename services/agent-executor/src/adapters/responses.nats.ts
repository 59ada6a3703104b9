import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  AgentResponse,
  CrumbError,
  type AgentResponseV1,
  type CommitRequest,
  type ProblemCode,
} from '@crumbtrail/contracts';
import { Responses, type Claim, type Heard, type OpenTurn } from '../ports';

/** Somebody else has ended the turn or runs it now. */
const TAKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'turn_closed', 'stale_fence']);
const PAUSE_MS = 200;

/** Commits the response under the claim's fence. A reply has cost money: it is tried until the store is back or the claim is lost. */
@Injectable()
export class ResponsesNats extends Responses {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async leave(
    heard: Heard,
    turn: OpenTurn,
    end: { response: AgentResponseV1; claim: Claim },
  ): Promise<'left' | 'closed'> {
    const request = commitOf(heard, turn, end);
    const store = this.store.in(heard.workspace, { traceparent: heard.traceparent });
    for (;;) {
      try {
        await store.commit(request);
        return 'left';
      } catch (error) {
        if (error instanceof CrumbError && TAKEN.has(error.code)) return 'closed';
        if (!(error instanceof CrumbError) || !error.transient || end.claim.lost.aborted) throw error;
        await wait(PAUSE_MS);
      }
    }
  }
}

function commitOf(
  { context, traceparent }: Heard,
  turn: OpenTurn,
  { response, claim }: { response: AgentResponseV1; claim: Claim },
): CommitRequest {
  const draft = {
    schema_name: AgentResponse.name,
    session: turn.session,
    audience: turn.audience as string[],
    cause: { id: context.id, version: context.version },
    context: { ...response },
  };
  return { writes: [{ op: 'create', draft }], fence: { key: claim.key, fence: claim.fence }, traceparent };
}
