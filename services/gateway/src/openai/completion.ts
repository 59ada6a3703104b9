import { type AgentResponseV1, type Envelope, asPayload, AgentResponse } from '@crumbtrail/contracts';
import { OpenAiError } from './openai-error';

/** Token usage in the OpenAI format. */
export interface CompletionUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** The fields that identify a completion, the same in each of its chunks. */
export interface CompletionName {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** An agent's response with the text, finish reason and usage of the OpenAI protocol. */
export interface CompletedAnswer {
  readonly content: string;
  readonly finish_reason: 'stop' | 'length' | 'content_filter';
  readonly usage: CompletionUsage;
}

/** The id of the completion for a turn. */
export function completionName(turn: string, model: string, at: string): CompletionName {
  return { id: `chatcmpl-${turn}`, created: Math.floor(Date.parse(at) / 1000), model };
}

/** HTTP statuses of the errors that can end a turn; any other error is 502. */
const statuses: Readonly<Record<string, number>> = {
  rate_limited: 429,
  rate_limit: 429,
  timeout: 504,
  deadline: 504,
  erased: 410,
  hop_limit: 422,
  tool_rounds: 422,
  trail_tokens: 422,
  trail_cost: 422,
  repetition: 422,
  turn_tokens: 422,
};

const types: Readonly<Record<number, string>> = { 422: 'guard_error', 429: 'rate_limit_error' };

function turnError({ error }: AgentResponseV1): OpenAiError {
  const { code, message } = error ?? { code: 'agent_error', message: 'The agent ended its turn without an answer.' };
  const status = statuses[code] ?? 502;
  return new OpenAiError(status, { message, type: types[status] ?? 'server_error', param: null, code });
}

function readUsage({ usage = {} }: AgentResponseV1): CompletionUsage {
  const prompt_tokens = usage.prompt_tokens ?? usage.counted_prompt_tokens ?? 0;
  const completion_tokens = usage.completion_tokens ?? 0;
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** A reply that reached the limit of its tokens: the text so far is an answer in this protocol, and an error in the log. */
const isCutOff = ({ action, content, error }: AgentResponseV1): boolean =>
  action === 'error' && error?.code === 'cut_off' && content !== undefined;

/** Converts the response of a turn; the content is empty if the agent chose not to reply. Throws the error of a failed turn. */
export function readAnswer(crumb: Envelope): CompletedAnswer {
  const response = asPayload(AgentResponse.name, crumb.context);
  const { content = '', finish_reason } = response;
  if (isCutOff(response)) return { content, finish_reason: 'length', usage: readUsage(response) };
  if (response.action === 'error' || (response.error && response.action !== 'speak')) throw turnError(response);
  const reason = finish_reason === 'length' || finish_reason === 'content_filter' ? finish_reason : 'stop';
  return { content, finish_reason: reason, usage: readUsage(response) };
}

/** Formats a completion that is not streamed. */
export function formatCompletion(name: CompletionName, { content, finish_reason, usage }: CompletedAnswer): object {
  const message = { role: 'assistant', content, refusal: null };
  return {
    id: name.id,
    object: 'chat.completion',
    created: name.created,
    model: name.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage,
  };
}

/** Builds the chunks of a streamed completion, in the order in which they are sent. */
export class CompletionChunks {
  constructor(
    private readonly name: CompletionName,
    private readonly includeUsage: boolean,
  ) {}

  first(): object {
    return this.chunk({ role: 'assistant', content: '', refusal: null });
  }

  delta(content: string): object {
    return this.chunk({ content });
  }

  /** The chunk with the finish reason, and the chunk with the usage if the client requested it. */
  last({ finish_reason, usage }: CompletedAnswer): object[] {
    const end = this.chunk({}, finish_reason);
    return this.includeUsage ? [end, { ...this.chunk({}), choices: [], usage }] : [end];
  }

  private chunk(delta: object, finish_reason: string | null = null): object {
    const { id, created, model } = this.name;
    return {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(this.includeUsage ? { usage: null } : {}),
    };
  }
}
