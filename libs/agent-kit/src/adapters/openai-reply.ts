import type { BilledUsage, ModelFailure } from '../model';
import { redact } from '../redact';

/** What we read of a chunk of a streamed completion, or of a whole one; anything may be missing. */
export interface Completion {
  readonly model?: string;
  readonly choices?: readonly {
    readonly delta?: Said;
    readonly message?: Said;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly error?: { readonly message?: string; readonly code?: unknown } | string | null;
}

interface Said {
  readonly content?: string | null;
  readonly refusal?: string | null;
}

/** A reply as it grows. */
export class OpenAiReply {
  content = '';
  finish_reason: string | undefined;
  usage: BilledUsage | undefined;
  model: string | undefined;
  /** The protocol's own end was seen: `[DONE]`, or a whole completion. */
  ended = false;
  private refusal = '';
  private error: string | undefined;

  constructor(private readonly onText: (text: string) => void) {}

  /** Takes one chunk in. Throws a SyntaxError when it is no completion at all. */
  take(chunk: Completion): void {
    if (typeof chunk !== 'object' || chunk === null) throw new SyntaxError('The chunk is no object');
    this.error = errorIn(chunk) ?? this.error;
    this.model = chunk.model ?? this.model;
    this.bill(chunk.usage);
    const choice = chunk.choices?.[0];
    if (!choice) return;
    this.finish_reason = choice.finish_reason ?? this.finish_reason;
    this.say(choice.delta ?? choice.message);
  }

  private bill(usage: Completion['usage']): void {
    if (typeof usage?.prompt_tokens !== 'number' || typeof usage.completion_tokens !== 'number') return;
    this.usage = { prompt_tokens: usage.prompt_tokens, completion_tokens: usage.completion_tokens };
  }

  private say(said: Said | undefined): void {
    if (typeof said?.refusal === 'string') this.refusal += said.refusal;
    if (typeof said?.content !== 'string' || said.content === '') return;
    this.content += said.content;
    this.onText(said.content);
  }

  /** Why what is here now is no answer; undefined when it is one. `retry`: the server failed, not the model. */
  failure(key: string | undefined): { failure: ModelFailure; retry: boolean } | undefined {
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

  private incomplete(): ModelFailure | undefined {
    if (this.finish_reason === 'length') {
      return { code: 'cut_off', message: 'The reply was cut off at the limit of output tokens.' };
    }
    if (this.content.trim() === '') return { code: 'empty_reply', message: 'The model answered with nothing.' };
    return undefined;
  }
}

function errorIn({ error }: Completion): string | undefined {
  if (!error) return undefined;
  return typeof error === 'string' ? error : (error.message ?? 'unknown error');
}
