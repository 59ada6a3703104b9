import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  type CrumbError,
  ToolStart,
  type Draft,
  type ProblemCode,
  type ToolStartV1,
  type Write,
} from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import type { ActiveClaim } from '../claims/active-claim';
import { commitUnderClaim } from '../claims/commit-under-claim';
import { isTurnRequest, ToolResponses, type ReceivedToolRequest, type ToolReply } from '../ports';
import { buildToolResponse } from '../run/tool-response';

/** Another process has answered the request or runs it now, or the request was erased: our result is not needed. */
const TAKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'stale_fence', 'erased']);

/** Commits under the claim's fence: {@link commitUnderClaim}. */
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

  private commit(
    { workspace, traceparent }: ReceivedToolRequest,
    draft: Draft<object>,
    { key, fence }: ActiveClaim,
  ): Promise<CrumbError | null> {
    const writes: readonly Write[] = [{ op: 'create', draft: draft as Draft }];
    return commitUnderClaim(this.store.in(workspace, { traceparent }), writes, { key, fence, traceparent });
  }
}
