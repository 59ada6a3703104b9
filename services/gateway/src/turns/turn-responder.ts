import { Injectable } from '@nestjs/common';
import {
  turnClaimKey,
  AgentResponse,
  Commit,
  contextId,
  type Envelope,
  type CommitResult,
} from '@crumbtrail/contracts';
import type { TurnResponseBody } from '@crumbtrail/contracts/http/turns';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { toPayloadPath, relocateIssues } from '../http/issue-paths';

/** Writes the response of an external agent loop; the store ensures that the loop holds the turn and that there is one response. */
@Injectable()
export class TurnResponder {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** Writes the response; `existed` if the same response was written before. */
  async respond(
    caller: Caller,
    turn: string,
    { claim, ...said }: TurnResponseBody,
  ): Promise<{ response: Envelope; existed: boolean }> {
    const { workspace } = await this.requests.identify(caller);
    const [context] = await this.reader.readAvailable(caller, [{ id: contextId(workspace, turn) }]);
    const payload = { turn: { id: turn }, ...(context ? { context_id: context.id } : {}), ...said };
    const draft = { schema_name: AgentResponse.name, context: payload };
    const request = {
      writes: [{ op: 'create' as const, draft }],
      fence: { key: turnClaimKey(turn), fence: claim.fence },
    };
    const { results } = await this.requests.request(Commit, caller, request).catch(relocateIssues(toPayloadPath));
    const { id, version, position, existed } = results[0] as CommitResult;
    return { response: await this.reader.read(caller, id, { version, min_position: position }), existed };
  }
}
