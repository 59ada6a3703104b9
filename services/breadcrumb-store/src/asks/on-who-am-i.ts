import { Controller } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { WhoAmI, type Identity } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';

/** Says whose key it is; asked before its workspace is known, so of any. */
@Controller()
export class OnWhoAmI {
  constructor(private readonly callers: Callers) {}

  @Answers(WhoAmI)
  async handle(_request: Record<string, never>, from: AskContext): Promise<Identity> {
    return this.callers.identity(WhoAmI, from);
  }
}
