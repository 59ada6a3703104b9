import { Controller, Res } from '@nestjs/common';
import { CreateResponse, type ResponsesBody } from '@crumbtrail/contracts/http/openai-responses';
import type { Response } from 'express';
import type { Caller } from '../http/caller';
import { Input, Route, type RouteInput } from '../http/route';
import { ChatCompletions } from '../openai/chat-completions';
import { type ChatRequest, listIgnored, readChatRequest } from '../openai/chat-request';
import { invalidParam, OpenAiError } from '../openai/openai-error';
import { parseBodyAs } from '../openai/parse-body';
import { EarlierResponses } from './earlier-responses';
import { responseFormat } from './response-format';
import { toChatBody, toResponsesParam } from './to-chat-body';

const USED: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'previous_response_id',
  'stream',
  'text',
  'tools',
  'tool_choice',
  'metadata',
  'store',
]);

/** What the Responses API has and an agent does not. */
function refuseUnsupported({ background, conversation }: ResponsesBody): void {
  const why = 'is not supported: stream, or send `previous_response_id`.';
  if (background) throw invalidParam('background', `\`background\` ${why}`, 'unsupported_parameter');
  if (conversation) throw invalidParam('conversation', `\`conversation\` ${why}`, 'unsupported_parameter');
}

/** The Responses API: the same conversations as chat completions, in its own words. */
@Controller()
export class OpenAiResponsesController {
  constructor(
    private readonly completions: ChatCompletions,
    private readonly earlier: EarlierResponses,
  ) {}

  @Route(CreateResponse, { parseBody: parseBodyAs(CreateResponse.body) })
  async respond(
    @Input() { caller, body }: RouteInput<typeof CreateResponse>,
    @Res() response: Response,
  ): Promise<void> {
    try {
      refuseUnsupported(body);
      const { instructions = null, previous_response_id = null } = body;
      const format = responseFormat({ instructions, previous_response_id });
      await this.completions.complete(response, await this.read(caller, body), format);
    } catch (error) {
      if (!(error instanceof OpenAiError)) throw error;
      const { status, error: shown, mayRetry } = error;
      throw new OpenAiError(status, { ...shown, param: toResponsesParam(shown.param) }, mayRetry);
    }
  }

  private async read(caller: Caller, body: ResponsesBody): Promise<ChatRequest> {
    const chat = readChatRequest(toChatBody(body, await this.earlier.readItems(caller, body)));
    const { previous_response_id: previous } = body;
    // Results name their turn by the ids of their calls.
    const session = previous && !chat.calls.continues ? await this.earlier.sessionAfter(caller, previous) : undefined;
    return {
      ...chat,
      systemMessages: chat.systemMessages.length > 0 ? ['instructions'] : [],
      ignored: listIgnored(body, USED),
      metadata: { ...chat.metadata, ...(session === undefined ? {} : { session }) },
    };
  }
}
