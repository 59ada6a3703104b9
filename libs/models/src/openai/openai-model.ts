import { setTimeout as wait } from 'node:timers/promises';
import OpenAI from 'openai';
import type { Model, ModelFailure, ModelListener, ModelReply, ModelRequest, ModelProfile } from '@crumbtrail/prompting';
import { redact } from '../redact';
import { ReplyTextStream } from './reply-text-stream';
import { failedAttempt } from './failure';
import { RefusedParameters } from './refused-parameters';
import { RefusedTools, type SentTools } from './refused-tools';
import { OpenAiReply } from './reply';
import { buildRequestBody } from './request';
import { readStream } from './read-stream';
import { AttemptDeadline } from './attempt-deadline';
import { withReadableErrors } from './readable-errors';

type RequestBody = ReturnType<typeof buildRequestBody>;

interface Attempt {
  readonly reply: OpenAiReply;
  readonly tools: SentTools;
  readonly failure?: ModelFailure;
  readonly retry?: boolean;
  readonly retry_after_ms?: number;
}

/**
 * A client for any server that implements the OpenAI chat completions protocol, with streaming. Reads no environment
 * variables.
 */
export class OpenAiModel implements Model {
  readonly description: string;
  private readonly client: OpenAI;
  private readonly refusals = new RefusedParameters();
  private readonly refusedTools = new RefusedTools();

  /** @param request how the server is reached. Default: the `fetch` of Node.js. */
  constructor(
    private readonly profile: ModelProfile,
    request: typeof fetch = fetch,
  ) {
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
      fetch: withReadableErrors(request),
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

  private reply(request: ModelRequest, { reply, failure, tools }: Attempt, attempts: number): ModelReply {
    const calls = reply.calls.all();
    const leftOut = tools.leftOut.map(({ name }) => name);
    return {
      content: reply.content,
      shown: reply.shown,
      model: reply.model ?? request.model ?? this.profile.name,
      attempts,
      ...(reply.finish_reason !== undefined && { finish_reason: reply.finish_reason }),
      ...(calls.length > 0 && { calls }),
      ...(leftOut.length > 0 && { tools_left_out: leftOut }),
      ...(reply.cut && { cut: true }),
      ...(reply.usage && { usage: reply.usage }),
      ...(failure && { failure }),
    };
  }

  private async attempt(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<Attempt> {
    const model = request.model ?? this.profile.name;
    const tools = this.refusedTools.divide(model, request.tools);
    const sent = { ...request, tools: tools.sent };
    const body = buildRequestBody(sent, this.profile, (parameter) => this.refusals.allows(model, parameter));
    const patience = new AttemptDeadline(this.profile, signal);
    const hearing = new ReplyTextStream(request, this.profile.can ?? {}, (text) => listener.text(text));
    const reply = new OpenAiReply(hearing, request);
    try {
      await this.receive(body, reply, patience);
      return { reply, tools, ...reply.failure(this.profile.key) };
    } catch (error) {
      signal.throwIfAborted();
      if (reply.cut) return { reply, tools };
      if (this.refusedTools.learn(model, error, tools) || this.refusals.learn(model, error, body))
        return await this.attempt(request, listener, signal);
      reply.end();
      if (patience.lost) return { reply, tools, failure: { code: 'timeout', message: patience.lost }, retry: true };
      return {
        reply,
        tools,
        ...failedAttempt(error, { started: patience.heard, key: this.profile.key, now: Date.now() }),
      };
    } finally {
      patience.end();
    }
  }

  private async receive(body: RequestBody, reply: OpenAiReply, patience: AttemptDeadline): Promise<void> {
    const response = await this.client.chat.completions.create(body, { signal: patience.signal }).asResponse();
    await readStream(reply, response, () => patience.sign());
    if (reply.cut) return patience.enough();
    patience.signal.throwIfAborted();
    reply.end();
  }
}
