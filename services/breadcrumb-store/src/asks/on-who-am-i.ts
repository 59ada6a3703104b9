import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { WhoAmI, type Identity } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';

/** Says whose key it is; asked before its workspace is known, so of any. */
@Controller()
export class OnWhoAmI {
  constructor(private readonly callers: Callers) {}

  @Respond(WhoAmI)
  async handle(_request: Record<string, never>, from: RequestContext): Promise<Identity> {
    return this.callers.identity(WhoAmI, from);
  }
}
