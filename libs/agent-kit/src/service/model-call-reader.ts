import { Injectable } from '@nestjs/common';
import { toJsonObject } from '@crumbtrail/contracts';
import type { ModelCallRequest, ModelCallsReply } from '@crumbtrail/contracts/operations/model-calls';
import { countRequestTokens, type ModelRequest, type Turn } from '@crumbtrail/prompting';
import { recordedRequests } from '../turn/recorded-requests';
import { TurnModels, TurnReader, type TurnWakeUp } from './ports';

function toCall(turn: Turn, request: ModelRequest, at: number): ModelCallRequest {
  const { model, temperature, max_output_tokens, messages, tools = [] } = request;
  return {
    call: at + 1,
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    ...(max_output_tokens !== undefined && { max_output_tokens }),
    messages,
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: toJsonObject(parameters),
    })),
    tokens: countRequestTokens(turn, request),
  };
}

/** Shows what the model was sent in the calls of a turn. It reads the log and asks no model. */
@Injectable()
export class ModelCallReader {
  constructor(
    private readonly turns: TurnReader,
    private readonly models: TurnModels,
  ) {}

  async read(turn: TurnWakeUp): Promise<ModelCallsReply> {
    const open = await this.turns.read(turn);
    if ('gone' in open) return { calls: [], gone: open.gone };
    const requests = recordedRequests(open.turn, this.models.can(open));
    return { calls: requests.map((request, at) => toCall(open.turn, request, at)) };
  }
}
