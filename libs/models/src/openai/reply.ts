import type { BilledUsage, ModelFailure, ModelRequest } from '@crumbtrail/prompting';
import { redact } from '../redact';
import type { ReplyTextStream } from './reply-text-stream';
import { OpenAiCalls, type CallPart } from './tool-calls';
import { findWrittenCall } from './written-call';

/** The fields that we read of a completion chunk, or of a whole completion; all are optional. */
export interface Completion {
  readonly model?: string;
  readonly choices?: readonly Choice[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly total_tokens?: unknown;
    readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
  } | null;
  readonly error?: ReportedError;
}

type ReportedError = { readonly message?: string; readonly code?: unknown } | string | null;

interface Choice {
  readonly delta?: ChoiceMessage;
  readonly message?: ChoiceMessage;
  readonly finish_reason?: string | null;
  /** Routers report the failure of the server behind them here, or by the finish reason `error`. */
  readonly error?: ReportedError;
  /** The stop string that ended the reply, as vLLM and SGLang report it; or a number, or nothing. */
  readonly stop_reason?: unknown;
  readonly matched_stop?: unknown;
}

/** A piece of a content that comes as a list. */
interface ReplyPart {
  readonly type?: string;
  readonly text?: unknown;
}

/** Thinking in separate fields, and in parts of its own, is ignored. */
interface ChoiceMessage {
  readonly content?: string | readonly (ReplyPart | string)[] | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly CallPart[] | null;
}

/** A reply while it is being received. */
export class OpenAiReply {
  readonly calls = new OpenAiCalls();
  finish_reason: string | undefined;
  usage: BilledUsage | undefined;
  model: string | undefined;
  /** Whether the protocol's end was received: `[DONE]`, or a whole completion. */
  ended = false;
  private refusal = '';
  private error: string | undefined;

  constructor(
    private readonly hearing: ReplyTextStream,
    private readonly asked: Pick<ModelRequest, 'shape' | 'tools'> = {},
  ) {}

  get content(): string {
    return this.hearing.content;
  }

  get shown(): string {
    return this.hearing.shown;
  }

  /** The stream filter has stopped the reply: of later chunks only the usage counts. */
  get cut(): boolean {
    return this.hearing.cut;
  }

  /** The reply is complete but the server would continue; one that has finished still sends its usage. */
  get enough(): boolean {
    return this.cut && this.finish_reason === undefined;
  }

  /** Adds one chunk. Throws a SyntaxError when it is not a completion. */
  take(chunk: Completion): void {
    if (typeof chunk !== 'object' || chunk === null) throw new SyntaxError('The chunk is not an object');
    this.error = errorIn(chunk) ?? this.error;
    this.model = chunk.model ?? this.model;
    this.bill(chunk.usage);
    const choice = chunk.choices?.[0];
    if (choice && !this.cut) this.choose(choice);
  }

  private choose(choice: Choice): void {
    this.finish_reason = choice.finish_reason ?? this.finish_reason;
    this.error = errorIn(choice) ?? this.error;
    if (choice.finish_reason === 'error') this.error ??= 'the reply ended with an error';
    this.say(choice.delta ?? choice.message);
    if (choice.finish_reason) this.hearing.stoppedAt(choice.stop_reason ?? choice.matched_stop);
  }

  /** No more chunks follow. */
  end(): void {
    this.hearing.end();
  }

  private bill(usage: Completion['usage']): void {
    if (typeof usage?.prompt_tokens !== 'number' || typeof usage.completion_tokens !== 'number') return;
    const { prompt_tokens, prompt_tokens_details: details } = usage;
    // Some servers end the stream with a usage of zeros after the real one.
    if (this.usage && prompt_tokens === 0 && usage.completion_tokens === 0) return;
    const completion_tokens = usage.completion_tokens + thinkingBeside(usage);
    this.usage = { prompt_tokens, completion_tokens, ...cachedIn(prompt_tokens, details) };
  }

  private say(said: ChoiceMessage | undefined): void {
    if (typeof said?.refusal === 'string') this.refusal += said.refusal;
    if (said?.tool_calls) this.calls.take(said.tool_calls);
    const text = textOf(said?.content);
    if (text !== '') this.hearing.push(text);
  }

  /**
   * Why the reply received so far is not an answer; undefined when it is one. `retry`: the server failed, not the
   * model.
   */
  failure(key: string | undefined): { failure: ModelFailure; retry: boolean } | undefined {
    if (this.cut) return undefined;
    if (this.error !== undefined) {
      return {
        failure: { code: 'model_error', message: `The model's server reported: ${redact(this.error, key)}` },
        retry: true,
      };
    }
    if (this.finish_reason === undefined && !this.ended) {
      const message = "The model's server closed the stream before its reply was complete.";
      return { failure: { code: 'disconnected', message }, retry: true };
    }
    const failure = this.refused(key) ?? this.incomplete();
    return failure && { failure, retry: false };
  }

  private refused(key: string | undefined): ModelFailure | undefined {
    if (this.refusal !== '') return { code: 'refused', message: `The model refused: ${redact(this.refusal, key)}` };
    if (this.finish_reason !== 'content_filter') return undefined;
    return { code: 'refused', message: "The provider's content filter stopped the reply." };
  }

  /** A digit is requested with a limit of one token, so the tool mode judges whether it was cut off or is empty. */
  private incomplete(): ModelFailure | undefined {
    if (this.asked.shape?.kind === 'digit') return undefined;
    if (this.finish_reason === 'length') {
      return { code: 'cut_off', message: 'The reply was cut off at the limit of output tokens.' };
    }
    if (this.content.trim() === '' && this.calls.all().length === 0)
      return { code: 'empty_reply', message: 'The model returned an empty reply.' };
    return this.asked.tools && this.calls.all().length === 0 ? findWrittenCall(this.content) : undefined;
  }
}

/** The text of a content; of a list its texts, without thinking. */
function textOf(content: ChoiceMessage['content']): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = (content as readonly (ReplyPart | string)[]).map((part) => {
    if (typeof part === 'string') return part;
    return (part.type ?? 'text') === 'text' && typeof part.text === 'string' ? part.text : '';
  });
  return texts.join('');
}

type ReportedUsage = NonNullable<Completion['usage']>;
type Details = ReportedUsage['prompt_tokens_details'];

/**
 * The tokens of thinking that xAI and Gemini bill beside those of the completion: what their total has more than both. Cached tokens that a server counts
 * beside the prompt are none.
 */
function thinkingBeside(usage: ReportedUsage): number {
  const { prompt_tokens: prompt = 0, completion_tokens: completion = 0, total_tokens: total } = usage;
  if (typeof total !== 'number' || !Number.isInteger(total)) return 0;
  const beside = total - prompt - completion;
  return beside === usage.prompt_tokens_details?.cached_tokens ? 0 : Math.max(0, beside);
}

/** The cached tokens, as far as the server says them; never more than the prompt has. */
function cachedIn(prompt: number, details: Details): Pick<BilledUsage, 'cached_tokens'> {
  const cached = details?.cached_tokens;
  const isCount = typeof cached === 'number' && Number.isInteger(cached) && cached >= 0;
  return isCount ? { cached_tokens: Math.min(prompt, cached) } : {};
}

function errorIn({ error }: Pick<Completion, 'error'>): string | undefined {
  if (!error) return undefined;
  return typeof error === 'string' ? error : (error.message ?? 'unknown error');
}
