import { Body, Controller, Get, HttpCode, Param, Post, Res, type PipeTransform } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Caller, FromCaller } from '../http/caller';
import { type ChatRequest, readChatRequest } from './chat-request';
import { ChatCompletions } from './chat-completions';
import { type AgentModel, AgentModels } from './agent-models';
import { Describe } from '../openapi/describe';
import { refuseUnsafe, requireBody } from '../http/parse-shape';

const aChat: PipeTransform<unknown, ChatRequest> = {
  transform(value) {
    requireBody(value);
    refuseUnsafe(value);
    return readChatRequest(value);
  },
};

/** The OpenAI protocol: an agent is a model, a conversation a session. */
@ApiTags('OpenAI protocol')
@Controller('v1')
export class OpenAiController {
  constructor(
    private readonly completing: ChatCompletions,
    private readonly models: AgentModels,
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
  async list(@FromCaller() caller: Caller): Promise<{ object: 'list'; data: AgentModel[] }> {
    return { object: 'list', data: await this.models.list(caller) };
  }

  @Get('models/:id')
  @Describe({ summary: 'One of them', replies: { 200: 'Model' }, openai: true })
  async one(@Param('id') id: string, @FromCaller() caller: Caller): Promise<AgentModel> {
    return this.models.read(caller, id);
  }
}
