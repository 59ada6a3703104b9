import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  CrumbError,
  ToolStart,
  type Draft,
  type ProblemCode,
  type ToolStartV1,
  type Write,
} from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import type { ActiveClaim } from '../claims/active-claim';
import { isTurnRequest, ToolResponses, type ReceivedToolRequest, type ToolReply } from '../ports';
import { buildToolResponse } from '../run/tool-response';

/** Another process has answered the request or runs it now, or the request was erased: our result is not needed. */
const TAKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'stale_fence', 'erased']);
const PAUSE_MS = 200;

/**
 * Commits under the claim's fence. A result may have cost money or had side effects, so committing is retried until the
 * store is available or the claim is lost.
 */
@Injectable()
export class ToolResponsesNats extends ToolResponses {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async start(received: ReceivedToolRequest, claim: ActiveClaim): Promise<'recorded' | 'turn ended'> {
    const { request } = received;
    const draft: Draft<ToolStartV1> = {
      schema_name: ToolStart.name,
      ...(request.session === undefined ? {} : { session: request.session }),
      audience: isTurnRequest(request) ? [request.context.agent] : [],
      cause: { id: request.id, version: request.version },
      context: { request: { id: request.id }, tool: request.context.tool },
    };
    const end = await this.commit(received, draft, claim);
    if (end === null) return 'recorded';
    if (end.code === 'turn_closed') return 'turn ended';
    throw TAKEN.has(end.code) ? new TransientError(end.message) : end;
  }

  async publish(
    received: ReceivedToolRequest,
    response: Draft<ToolReply>,
    claim: ActiveClaim,
  ): Promise<'published' | 'already answered'> {
    const end = await this.commit(received, response, claim);
    if (end !== null && !TAKEN.has(end.code)) return this.publishRefusal(received, end, claim);
    return end === null ? 'published' : 'already answered';
  }

  /** A result that the store refuses is replaced by an error response, so that no caller waits forever. */
  private async publishRefusal(
    received: ReceivedToolRequest,
    refusal: CrumbError,
    claim: ActiveClaim,
  ): Promise<'published'> {
    const { tool } = received.request.context;
    const message = `${tool} returned a result that cannot be stored: ${refusal.message}`;
    const answer = buildToolResponse(received.request, { error: { code: 'invalid_output', message } });
    const end = await this.commit(received, answer, claim);
    if (end !== null) throw end;
    return 'published';
  }

  /** Null on success, else the refusal. Retries while the store is unavailable and the claim is held. */
  private async commit(
    received: ReceivedToolRequest,
    draft: Draft<object>,
    claim: ActiveClaim,
  ): Promise<CrumbError | null> {
    const { workspace, traceparent } = received;
    const writes: readonly Write[] = [{ op: 'create', draft: draft as Draft }];
    const fence = { key: claim.key, fence: claim.fence };
    for (;;) {
      try {
        await this.store.in(workspace, { traceparent }).commit({ writes, fence, traceparent });
        return null;
      } catch (error) {
        if (!(error instanceof CrumbError) || claim.lost.aborted) throw error;
        if (!error.transient) return error;
        await wait(PAUSE_MS);
      }
    }
  }
}
