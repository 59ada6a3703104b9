import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import {
  CreateConsoleSession,
  CreateSignInCode,
  EndConsoleSession,
  isConsoleSessionSecret,
  type NewConsoleSession,
  RedeemSignInCode,
  refuse,
} from '@crumbtrail/contracts';
import type { RouteReply } from '@crumbtrail/contracts/http/define-route';
import { REDEEM_PATH, SIGN_IN_PATH, type SignInHelp } from '@crumbtrail/contracts/http/console-page';
import {
  CloseConsoleSession,
  IssueSignInCode,
  OpenConsoleSession,
  type OpenedConsoleSession,
} from '@crumbtrail/contracts/http/sign-in';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { findFirstCell } from '../cells/find-first-cell';
import type { Caller } from '../http/caller';
import { clearConsoleCookie, requireSameOrigin, setConsoleCookie } from '../http/console-session';
import { parseShape, requireBody } from '../http/parse-shape';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { isLocal, requireLocal } from './require-local';
import { SignInSettings } from './sign-in-settings';

const redeemBody = z.strictObject({ code: z.string().min(1).max(512) });

/** A session that could make others would never end. */
function requireKey({ key }: Caller): void {
  if (isConsoleSessionSecret(key)) throw refuse('forbidden', 'A sign-in cannot create another one: send an API key.');
}

function startSession(response: Response, { cookie, proof, expires_at }: NewConsoleSession): OpenedConsoleSession {
  setConsoleCookie(response, cookie, expires_at);
  return { proof, expires_at };
}

/** Signs browsers in to the console, and out. */
@Controller()
export class ConsoleSessionsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly settings: SignInSettings,
  ) {}

  @Get(SIGN_IN_PATH)
  @ApiExcludeEndpoint()
  async help(@Req() request: Request): Promise<SignInHelp> {
    const { keyFile } = this.settings;
    return keyFile !== undefined && isLocal(request) ? { key_file: keyFile } : {};
  }

  @Route(IssueSignInCode)
  async createCode(
    @Input() { caller }: RouteInput<typeof IssueSignInCode>,
    @Req() request: Request,
  ): Promise<RouteReply<typeof IssueSignInCode>> {
    requireKey(caller);
    requireLocal(request);
    const { code, expires_at } = await this.requests.request(CreateSignInCode, caller, {});
    return { code, path: `/#login=${code}`, expires_at };
  }

  @Post(REDEEM_PATH)
  @HttpCode(201)
  @ApiExcludeEndpoint()
  async redeem(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<OpenedConsoleSession> {
    requireLocal(request);
    if (request.headers.origin === undefined) throw refuse('forbidden', 'Open the sign-in link in a browser.');
    requireSameOrigin(request);
    requireBody(request.body);
    const { code } = parseShape(redeemBody, request.body);
    return startSession(response, await this.redeemCode(code));
  }

  @Route(OpenConsoleSession)
  async open(
    @Input() { caller }: RouteInput<typeof OpenConsoleSession>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OpenedConsoleSession> {
    requireKey(caller);
    requireSameOrigin(request);
    return startSession(response, await this.requests.request(CreateConsoleSession, caller, {}));
  }

  @Route(CloseConsoleSession)
  async close(
    @Input() { caller }: RouteInput<typeof CloseConsoleSession>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RouteReply<typeof CloseConsoleSession>> {
    const reply = await this.endSession(caller.key);
    clearConsoleCookie(response);
    return reply;
  }

  /** Only the cell that made the code knows it. */
  private redeemCode(code: string): Promise<NewConsoleSession> {
    const { cells } = this.requests;
    return findFirstCell(cells.map((cell) => this.requests.requestAsGateway(RedeemSignInCode, { code }, { cell })));
  }

  /** Rejects where no cell has ended the session and some cell does not answer: the session may be there. */
  private async endSession(secret: string): Promise<{ readonly ended: boolean }> {
    const replies = await Promise.allSettled(
      this.requests.cells.map((cell) => this.requests.requestAsGateway(EndConsoleSession, { secret }, { cell })),
    );
    const ended = replies.some((reply) => reply.status === 'fulfilled' && reply.value.ended);
    const failed = replies.find((reply) => reply.status === 'rejected');
    if (failed && !ended) throw failed.reason;
    return { ended };
  }
}
