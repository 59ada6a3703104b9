import { Controller, Res } from '@nestjs/common';
import {
  type AgentModel,
  CreateChatCompletion,
  CreateEmbeddings,
  type EmbeddingList,
  ListModels,
  ReadModel,
} from '@crumbtrail/contracts/http/openai';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { AgentModels } from './agent-models';
import { ChatCompletions } from './chat-completions';
import { parseChatBody, readChatRequest } from './chat-request';
import { parseBodyAs } from './parse-body';
import { TextEmbeddings } from './text-embeddings';

/** The OpenAI protocol: an agent is a model, a conversation is a session. */
@Controller()
export class OpenAiController {
  constructor(
    private readonly completions: ChatCompletions,
    private readonly models: AgentModels,
    private readonly embeddings: TextEmbeddings,
  ) {}

  @Route(CreateChatCompletion, { parseBody: parseChatBody })
  async complete(@Input() { body }: RouteInput<typeof CreateChatCompletion>, @Res() response: Response): Promise<void> {
    await this.completions.complete(response, readChatRequest(body));
  }

  @Route(CreateEmbeddings, { parseBody: parseBodyAs(CreateEmbeddings.body) })
  async embed(@Input() { body, caller }: RouteInput<typeof CreateEmbeddings>): Promise<EmbeddingList> {
    return this.embeddings.create(caller, body);
  }

  @Route(ListModels)
  async list(
    @Input() { caller }: RouteInput<typeof ListModels>,
  ): Promise<{ object: 'list'; data: readonly AgentModel[] }> {
    return { object: 'list', data: await this.models.list(caller) };
  }

  @Route(ReadModel)
  async read(@Input() { params, caller }: RouteInput<typeof ReadModel>): Promise<AgentModel> {
    return this.models.read(caller, params.id);
  }
}
