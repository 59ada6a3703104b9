import type { Frame } from '../live/frame';
import type { AnswerFormat, AnswerFrames } from '../openai/answer-format';
import type { CompletedAnswer, CompletionName } from '../openai/completion';
import type { OpenAiErrorReply } from '../openai/openai-error';

/** What a response repeats of its request. */
export interface ResponseRequest {
  readonly instructions: string | null;
  readonly previous_response_id: string | null;
}

type Item = Readonly<Record<string, unknown>>;

const messageItem = ({ id }: CompletionName, status: string, texts: readonly string[]): Item => ({
  id: `msg_${id}`,
  type: 'message',
  status,
  role: 'assistant',
  content: texts.map(toPart),
});

const toPart = (text: string): Item => ({ type: 'output_text', text, annotations: [], logprobs: [] });

function callItems({ tool_calls = [] }: CompletedAnswer): Item[] {
  return tool_calls.map(({ id, function: { name, arguments: given } }) => ({
    id: id.replace(/^call_/, 'fc_'),
    type: 'function_call',
    status: 'completed',
    call_id: id,
    name,
    arguments: given,
  }));
}

const REASONS: Readonly<Record<string, string>> = { length: 'max_output_tokens', content_filter: 'content_filter' };

interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  readonly output: readonly Item[];
  readonly reason?: string | undefined;
  readonly usage?: CompletedAnswer['usage'];
}

function toUsage({ prompt_tokens, completion_tokens, total_tokens, ...more }: CompletedAnswer['usage']): Item {
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { cached_tokens: more.prompt_tokens_details?.cached_tokens ?? 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens,
  };
}

function toResponse(request: ResponseRequest, name: CompletionName, state: ResponseState): Item {
  const { id, created, model } = name;
  const { status, output, reason, usage } = state;
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status,
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    ...request,
    model,
    output,
    usage: usage ? toUsage(usage) : null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    top_p: null,
    tool_choice: 'auto',
    tools: [],
  };
}

/** The text of an answer is an item unless there are only calls. */
function finalState(name: CompletionName, answer: CompletedAnswer): ResponseState {
  const { content, finish_reason, usage } = answer;
  const calls = callItems(answer);
  const reason = REASONS[finish_reason];
  const status = reason === undefined ? 'completed' : 'incomplete';
  const text = content === '' && calls.length > 0 ? [] : [messageItem(name, status, [content])];
  return { status, output: [...text, ...calls], reason, usage };
}

/** The events of a streamed response. */
class ResponseFrames implements AnswerFrames {
  private sequence = 0;
  private text: string | undefined;

  constructor(
    private readonly request: ResponseRequest,
    private readonly name: CompletionName,
  ) {}

  first(): Frame[] {
    const response = toResponse(this.request, this.name, { status: 'in_progress', output: [] });
    return [this.event('response.created', { response }), this.event('response.in_progress', { response })];
  }

  delta(delta: string): Frame[] {
    const begin = this.text === undefined ? this.begin() : [];
    this.text = `${this.text ?? ''}${delta}`;
    return [...begin, this.part('response.output_text.delta', { delta, logprobs: [] })];
  }

  last(answer: CompletedAnswer): Frame[] {
    const state = finalState(this.name, { ...answer, content: this.text ?? '' });
    const { output, status } = state;
    const frames = output.flatMap((item, at) =>
      item['type'] === 'message' ? this.endText(item) : this.call(item, at),
    );
    const response = toResponse(this.request, this.name, state);
    return [...frames, this.event(`response.${status}`, { response })];
  }

  /** The clients of the protocol throw an event with `error`. */
  failed({ error }: OpenAiErrorReply['body']): Frame[] {
    const { code, message, param } = error;
    return [this.event('error', { code, message, param, error })];
  }

  private begin(): Frame[] {
    const item = messageItem(this.name, 'in_progress', []);
    return [
      this.event('response.output_item.added', { output_index: 0, item }),
      this.part('response.content_part.added', { part: toPart('') }),
    ];
  }

  private endText(item: Item): Frame[] {
    const text = this.text ?? '';
    return [
      ...(this.text === undefined ? this.begin() : []),
      this.part('response.output_text.done', { text, logprobs: [] }),
      this.part('response.content_part.done', { part: toPart(text) }),
      this.event('response.output_item.done', { output_index: 0, item }),
    ];
  }

  private call(item: Item, output_index: number): Frame[] {
    const { id: item_id, name, arguments: given } = item;
    const begun = { ...item, status: 'in_progress', arguments: '' };
    return [
      this.event('response.output_item.added', { output_index, item: begun }),
      this.event('response.function_call_arguments.delta', { item_id, output_index, delta: given }),
      this.event('response.function_call_arguments.done', { item_id, output_index, name, arguments: given }),
      this.event('response.output_item.done', { output_index, item }),
    ];
  }

  private part(type: string, more: object): Frame {
    return this.event(type, { item_id: `msg_${this.name.id}`, output_index: 0, content_index: 0, ...more });
  }

  private event(type: string, more: object): Frame {
    this.sequence += 1;
    return { event: type, data: { type, sequence_number: this.sequence - 1, ...more } };
  }
}

/** The format of the Responses API. */
export const responseFormat = (request: ResponseRequest): AnswerFormat => ({
  whole: (name, answer) => toResponse(request, name, finalState(name, answer)),
  frames: (name) => new ResponseFrames(request, name),
});
