import { setTimeout as wait } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Model, ModelFailure, ModelListener, ModelReply, ModelRequest } from '../model';
import type { ModelProfile } from '../profile';
import { redact } from '../redact';
import { failedAttempt, refusesStreamOptions } from './openai-failure';
import { OpenAiReply } from './openai-reply';
import { readInto } from './openai-stream';
import { Patience } from './patience';

interface Attempt {
  readonly reply: OpenAiReply;
  readonly failure?: ModelFailure;
  readonly retry?: boolean;
  readonly retry_after_ms?: number;
}

/** Anything that speaks the OpenAI chat completions protocol, streamed. It knows no environment variable. */
export class OpenAiModel implements Model {
  readonly description: string;
  private readonly client: OpenAI;
  /** Some servers know no stream_options and refuse what they do not know; they are asked without from then on. */
  private usageAsked = true;

  constructor(private readonly profile: ModelProfile) {
    this.description = `${profile.name} at ${redact(profile.base_url, profile.key)}`;
    this.client = new OpenAI({
      baseURL: profile.base_url,
      apiKey: profile.key || 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      defaultHeaders: profile.key ? {} : { authorization: null },
      maxRetries: 0,
      timeout: profile.attempt_timeout_ms,
      logLevel: 'off',
    });
  }

  async generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply> {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      listener.attempt(attempt);
      const ended = await this.attempt(request, listener, signal);
      const pause = this.pauseAfter(ended, attempt);
      if (pause === undefined) return this.reply(request, ended, attempt);
      await wait(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Milliseconds until the next attempt; undefined when this was the last. */
  private pauseAfter(ended: Attempt, attempt: number): number | undefined {
    if (!ended.retry || attempt >= this.profile.max_attempts) return undefined;
    const pause = ended.retry_after_ms ?? Math.min(8_000, 400 * 2 ** (attempt - 1)) * (0.75 + Math.random() * 0.5);
    return pause > this.profile.max_wait_ms ? undefined : pause;
  }

  private reply(request: ModelRequest, { reply, failure }: Attempt, attempts: number): ModelReply {
    return {
      content: reply.content,
      model: reply.model ?? request.model ?? this.profile.name,
      attempts,
      ...(reply.finish_reason !== undefined && { finish_reason: reply.finish_reason }),
      ...(reply.usage && { usage: reply.usage }),
      ...(failure && { failure }),
    };
  }

  private async attempt(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<Attempt> {
    const patience = new Patience(this.profile, signal);
    const reply = new OpenAiReply((text) => listener.text(text));
    try {
      const response = await this.client.chat.completions
        .create(this.body(request), { signal: patience.signal })
        .asResponse();
      await readInto(reply, response, () => patience.sign());
      patience.signal.throwIfAborted();
      return { reply, ...reply.failure(this.profile.key) };
    } catch (error) {
      signal.throwIfAborted();
      if (this.usageAsked && refusesStreamOptions(error)) {
        this.usageAsked = false;
        return await this.attempt(request, listener, signal);
      }
      if (patience.lost) return { reply, failure: { code: 'timeout', message: patience.lost }, retry: true };
      return { reply, ...failedAttempt(error, { started: patience.heard, key: this.profile.key, now: Date.now() }) };
    } finally {
      patience.end();
    }
  }

  private body(request: ModelRequest): OpenAI.ChatCompletionCreateParamsStreaming {
    const limit = request.max_output_tokens;
    // OpenAI's own newer models refuse max_tokens; most compatible servers know nothing else.
    const official = new URL(this.profile.base_url).hostname === 'api.openai.com';
    return {
      model: request.model ?? this.profile.name,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(limit !== undefined && (official ? { max_completion_tokens: limit } : { max_tokens: limit })),
      stream: true,
      ...(this.usageAsked && { stream_options: { include_usage: true } }),
    };
  }
}
