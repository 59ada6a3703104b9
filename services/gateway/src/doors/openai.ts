import { Body, Controller, Get, HttpCode, Param, Post, Res, type PipeTransform } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Caller, CallerOf } from '../caller';
import { type ChatRequest, chatRequest } from '../openai/chat-request';
import { Completing } from '../openai/completing';
import { type Model, Models } from '../openai/models';
import { Describe } from '../openapi/describe';
import { refuseUnsafe, requireBody } from '../shaped';

const aChat: PipeTransform<unknown, ChatRequest> = {
  transform(value) {
    requireBody(value);
    refuseUnsafe(value);
    return chatRequest(value);
  },
};

/** The OpenAI protocol: an agent is a model, a conversation a session. */
@ApiTags('OpenAI protocol')
@Controller('v1')
export class OpenAiDoor {
  constructor(
    private readonly completing: Completing,
    private readonly models: Models,
  ) {}

  @Post('chat/completions')
  @HttpCode(200)
  @Describe({
    summary: 'Ask an agent as clients of OpenAI ask a model',
    body: 'ChatBody',
    replies: { 200: 'ChatCompletion' },
    openai: true,
  })
  async complete(@Body(aChat) chat: ChatRequest, @Res() response: Response): Promise<void> {
    await this.completing.complete(response, chat);
  }

  @Get('models')
  @Describe({ summary: 'The agents that this key can ask', replies: { 200: 'Models' }, openai: true })
  async list(@CallerOf() caller: Caller): Promise<{ object: 'list'; data: Model[] }> {
    return { object: 'list', data: await this.models.all(caller) };
  }

  @Get('models/:id')
  @Describe({ summary: 'One of them', replies: { 200: 'Model' }, openai: true })
  async one(@Param('id') id: string, @CallerOf() caller: Caller): Promise<Model> {
    return this.models.one(caller, id);
  }
}
