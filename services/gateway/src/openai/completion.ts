import { type AgentResponseV1, type Envelope, asPayload, AgentResponse } from '@crumbtrail/contracts';
import type { ClientToolCall } from '@crumbtrail/contracts/http/openai';
import { countTokens } from '@crumbtrail/hints';
import { callId, type ClientRequest } from './client-calls';
import { OpenAiError } from './openai-error';

/** Token usage in the OpenAI format. */
export interface CompletionUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

/** The fields that identify a completion, the same in each of its chunks. */
export interface CompletionName {
  /** Its turn, with the step that it follows if the turn continues. */
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** An agent's response with the text, finish reason and usage of the OpenAI protocol. */
export interface CompletedAnswer {
  readonly content: string;
  readonly finish_reason: 'stop' | 'length' | 'content_filter' | 'tool_calls';
  /** Calls of tools that the client runs. */
  readonly tool_calls?: readonly ClientToolCall[];
  readonly usage: CompletionUsage;
}

/** The name of a completion that was created at an ISO time. */
export function completionName(id: string, model: string, at: string): CompletionName {
  return { id, created: Math.floor(Date.parse(at) / 1000), model };
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
  context_window: 422,
};

const types: Readonly<Record<number, string>> = { 422: 'guard_error', 429: 'rate_limit_error' };

function turnError({ error }: AgentResponseV1): OpenAiError {
  const { code, message } = error ?? { code: 'agent_error', message: 'The agent ended its turn without an answer.' };
  const status = statuses[code] ?? 502;
  return new OpenAiError(status, { message, type: types[status] ?? 'server_error', param: null, code });
}

/** Tokens as billed, else as counted: some servers, and the built-in model, bill nothing. */
function readUsage({ usage = {}, content = '' }: AgentResponseV1): CompletionUsage {
  const prompt_tokens = usage.prompt_tokens ?? usage.counted_prompt_tokens ?? 0;
  const completion_tokens = usage.completion_tokens ?? countTokens(content, 'o200k_base');
  const { cached_tokens } = usage;
  const details = cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } };
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, ...details };
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

/**
 * Converts calls of the client's tools; `content` is what the model wrote beside them. They end no turn: its usage comes with its last
 * completion.
 */
export function readCalls(calls: readonly ClientRequest[], content: string): CompletedAnswer {
  const tool_calls = calls.map((call) => ({
    id: callId(call),
    type: 'function' as const,
    function: { name: call.context.tool, arguments: JSON.stringify(call.context.input) },
  }));
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return { content, finish_reason: 'tool_calls', tool_calls, usage };
}

/** Formats a completion that is not streamed. */
export function formatCompletion(name: CompletionName, answer: CompletedAnswer): object {
  const { content, finish_reason, tool_calls, usage } = answer;
  const text = tool_calls && content === '' ? null : content;
  const message = { role: 'assistant', content: text, refusal: null, ...(tool_calls ? { tool_calls } : {}) };
  return {
    id: `chatcmpl-${name.id}`,
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

  /** The chunk with the calls, if there are any, that with the finish reason, and that with the usage if the client requested it. */
  last({ finish_reason, tool_calls, usage }: CompletedAnswer): object[] {
    const calls = tool_calls?.map((call, index) => ({ index, ...call }));
    const end = [...(calls ? [this.chunk({ tool_calls: calls })] : []), this.chunk({}, finish_reason)];
    return this.includeUsage ? [...end, { ...this.chunk({}), choices: [], usage }] : end;
  }

  private chunk(delta: object, finish_reason: string | null = null): object {
    const { id, created, model } = this.name;
    return {
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(this.includeUsage ? { usage: null } : {}),
    };
  }
}
