import { Injectable } from '@nestjs/common';
import { AgentResponse, Commit, contextId, type Envelope, type CommitResult } from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../breadcrumbs/breadcrumb-reader';
import { toPayloadPath, relocateIssues } from '../http/issue-paths';

/** How a loop ends a turn: under the fence of its claim. */
export interface TurnAnswerBody {
  readonly claim: { readonly fence: number };
  readonly action: 'speak' | 'wait' | 'error';
  readonly [field: string]: unknown;
}

/** Leaves the response of a loop of somebody's own; the store sees to it that the turn is theirs and gets one answer. */
@Injectable()
export class TurnResponder {
  constructor(
    private readonly asks: ServiceRequests,
    private readonly reading: BreadcrumbReader,
  ) {}

  /** The response as it was kept; `existed` when the same had been said before. */
  async answer(
    caller: Caller,
    turn: string,
    { claim, ...said }: TurnAnswerBody,
  ): Promise<{ response: Envelope; existed: boolean }> {
    const { workspace } = await this.asks.identify(caller);
    const [context] = await this.reading.readAvailable(caller, [{ id: contextId(workspace, turn) }]);
    const payload = { turn: { id: turn }, ...(context ? { context_id: context.id } : {}), ...said };
    const draft = { schema_name: AgentResponse.name, context: payload };
    const request = {
      writes: [{ op: 'create' as const, draft }],
      fence: { key: `turn:${turn}`, fence: claim.fence },
    };
    const { results } = await this.asks.request(Commit, caller, request).catch(relocateIssues(toPayloadPath));
    const { id, version, position, existed } = results[0] as CommitResult;
    return { response: await this.reading.read(caller, id, { version, min_position: position }), existed };
  }
}
