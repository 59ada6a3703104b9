import { Body, Controller, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Envelope } from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { Answering } from '../answering';
import { type Caller, CallerOf } from '../caller';
import { claimTurn, type Held } from '../claiming';
import { Describe } from '../openapi/describe';
import { anId, shaped } from '../shaped';
import { ClaimBody, ResponseBody } from '../shapes';
import { type Stopped, Stopping } from '../stopping';

@ApiTags('turns')
@Controller('v1/turns/:id')
export class TurnsDoor {
  constructor(
    private readonly asks: Asks,
    private readonly answering: Answering,
    private readonly stopping: Stopping,
  ) {}

  @Post('response')
  @Describe({
    summary: 'Answer a turn and close it, under the claim that you hold',
    body: 'ResponseBody',
    replies: { 201: 'TurnResponse', 200: 'TurnResponse' },
    conflicts: true,
  })
  async respond(
    @Param('id', anId) turn: string,
    @Body(shaped(ResponseBody)) body: z.infer<typeof ResponseBody>,
    @CallerOf() caller: Caller,
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
  async stop(@Param('id', anId) turn: string, @CallerOf() caller: Caller): Promise<Stopped> {
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
    @Param('id', anId) turn: string,
    @Body(shaped(ClaimBody)) body: z.infer<typeof ClaimBody>,
    @CallerOf() caller: Caller,
  ): Promise<{ claim: Held }> {
    return { claim: await claimTurn(this.asks, caller, turn, body) };
  }
}
