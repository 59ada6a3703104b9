import { Body, Controller, HttpCode, HttpStatus, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Envelope } from '@crumbtrail/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import { Answering } from '../answering';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { type Held, OwnLoop } from '../own-loop';
import { anId, shaped } from '../shaped';
import { ClaimBody, ResponseBody } from '../shapes';

@ApiTags('turns')
@Controller('v1/turns/:id')
export class TurnsDoor {
  constructor(
    private readonly answering: Answering,
    private readonly ownLoop: OwnLoop,
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
    return { claim: await this.ownLoop.claim(caller, turn, body) };
  }
}
