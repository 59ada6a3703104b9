import { Body, Controller, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Envelope } from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { TurnResponder } from './turn-responder';
import { type Caller, FromCaller } from '../http/caller';
import { claimTurn, type HeldClaim } from './claim-turn';
import { Describe } from '../openapi/describe';
import { IdPipe, shapePipe } from '../http/parse-shape';
import { ClaimBody, ResponseBody } from '../http/shapes';
import { type StoppedTurn, TurnStopper } from './turn-stopper';

@ApiTags('turns')
@Controller('v1/turns/:id')
export class TurnsController {
  constructor(
    private readonly asks: ServiceRequests,
    private readonly answering: TurnResponder,
    private readonly stopping: TurnStopper,
  ) {}

  @Post('response')
  @Describe({
    summary: 'Answer a turn and close it, under the claim that you hold',
    body: 'ResponseBody',
    replies: { 201: 'TurnResponse', 200: 'TurnResponse' },
    conflicts: true,
  })
  async respond(
    @Param('id', IdPipe) turn: string,
    @Body(shapePipe(ResponseBody)) body: z.infer<typeof ResponseBody>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) answer: Response,
  ): Promise<{ response: Envelope }> {
    const { response, existed } = await this.answering.answer(caller, turn, body);
    answer.status(existed ? HttpStatus.OK : HttpStatus.CREATED);
    return { response };
  }

  @Post('stop')
  @HttpCode(200)
  @Describe({
    summary: 'Stop a turn: it ends at once, with what it had said by then; a closed one stays as it is',
    replies: { 200: 'StoppedTurn' },
  })
  async stop(@Param('id', IdPipe) turn: string, @FromCaller() caller: Caller): Promise<StoppedTurn> {
    return this.stopping.stop(caller, turn);
  }

  @Post('claim')
  @HttpCode(200)
  @Describe({
    summary: 'Claim a turn, or with the fence that you hold, renew the claim',
    body: 'ClaimBody',
    replies: { 200: 'TurnClaim' },
    conflicts: true,
  })
  async claim(
    @Param('id', IdPipe) turn: string,
    @Body(shapePipe(ClaimBody)) body: z.infer<typeof ClaimBody>,
    @FromCaller() caller: Caller,
  ): Promise<{ claim: HeldClaim }> {
    return { claim: await claimTurn(this.asks, caller, turn, body) };
  }
}
