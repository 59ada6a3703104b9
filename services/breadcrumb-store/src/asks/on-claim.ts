import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Claim, refuse, type ClaimReply, type ClaimRequest } from '@crumbtrail/contracts';
import { claimRights, turnIdOfClaim } from '../append/claims';
import { isUuid } from '../database/uuid';
import { toolRequestIdOfClaim } from '../append/tool-requests';
import { Callers } from '../identity/callers';
import { Writer } from '../writer/writer';
import { shaped, shapes } from './request-shape';

/** Gives one worker at a time the right to do one piece of work. */
@Controller()
export class OnClaim {
  constructor(
    private readonly callers: Callers,
    private readonly writer: Writer,
  ) {}

  @Respond(Claim)
  async handle(request: ClaimRequest, from: RequestContext): Promise<ClaimReply> {
    const caller = await this.callers.of(Claim, from);
    const { workspace } = caller;
    const { key, ttl_ms, fence = null } = shaped(shapes.claim, request);
    const named = turnIdOfClaim(key) ?? toolRequestIdOfClaim(key);
    if (named !== null && !isUuid(named))
      throw refuse('not_found', `No turn or tool request ${named} in this workspace.`);
    return this.writer.submit({
      kind: 'claim',
      workspace,
      key,
      ttl_ms,
      fence,
      ...claimRights(caller),
    });
  }
}
