import { Controller, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import {
  CreateConsoleSession,
  CreateSignInCode,
  EndConsoleSession,
  RedeemSignInCode,
  type Identity,
  type NewConsoleSession,
  type ReplyOf,
  type RequestOf,
  type SignInCode,
} from '@crumbtrail/contracts';
import { CallerGuard, IdentityOf } from '../identity/caller.guard';
import { ConsoleSessions } from '../identity/console-sessions';

/** Browsers that sign in to the console. */
@Controller()
@UseGuards(CallerGuard)
export class SignInController {
  constructor(private readonly sessions: ConsoleSessions) {}

  @Respond(CreateSignInCode)
  async createCode(@IdentityOf() { key_id }: Identity): Promise<SignInCode> {
    return this.sessions.createCode(key_id);
  }

  @Respond(RedeemSignInCode)
  async redeem(@Payload() { code }: RequestOf<typeof RedeemSignInCode>): Promise<NewConsoleSession> {
    return this.sessions.redeem(code);
  }

  @Respond(CreateConsoleSession)
  async open(@IdentityOf() { key_id }: Identity): Promise<NewConsoleSession> {
    return this.sessions.open(key_id);
  }

  @Respond(EndConsoleSession)
  async end(@Payload() { secret }: RequestOf<typeof EndConsoleSession>): Promise<ReplyOf<typeof EndConsoleSession>> {
    return { ended: await this.sessions.end(secret) };
  }
}
