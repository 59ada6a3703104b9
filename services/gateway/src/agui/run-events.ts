import { type Event, EventType, PROTOCOL_VERSION, type RunFinishedOutcome, type TokenUsage } from '@ag-ui/core';
import type { TokenPiece } from '@crumbtrail/contracts';
import type { CompletionUsage } from '../openai/completion';
import { DeltaText } from '../openai/delta-text';

/** Names of a run that its events repeat. */
export interface RunNames {
  readonly threadId: string;
  readonly runId: string;
}

/** A call of a tool as it is shown. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** What a call of a tool gave. */
export interface ShownResult {
  /** Of the message that it becomes. */
  readonly id: string;
  readonly call: string;
  readonly text: string;
}

const toUsage = ({ prompt_tokens, completion_tokens, total_tokens, ...more }: CompletionUsage): TokenUsage => ({
  inputTokens: prompt_tokens,
  outputTokens: completion_tokens,
  totalTokens: total_tokens,
  ...(more.prompt_tokens_details && { cachedInputTokens: more.prompt_tokens_details.cached_tokens }),
});

/** Converts what happens in a turn to the events of a run of AG-UI. Texts cannot be retracted: one that begins anew is another message. */
export class RunEvents {
  private readonly text = new DeltaText(
    (delta) => this.say(delta),
    (whole) => {
      this.endText();
      this.say(whole);
    },
  );
  private messages = 0;
  private isOpen = false;

  constructor(
    private readonly names: RunNames,
    private readonly send: (event: Event) => void,
  ) {}

  /** The text of the reply that was sent. */
  get shown(): string {
    return this.text.shown;
  }

  start(metadata: Readonly<Record<string, string>>): void {
    const protocolVersion = PROTOCOL_VERSION;
    this.send({ type: EventType.RUN_STARTED, ...this.names, protocolVersion, metadata: { crumbtrail: metadata } });
  }

  hear(piece: TokenPiece): void {
    this.text.take(piece);
  }

  call({ id: toolCallId, tool: toolCallName, input }: ShownCall): void {
    this.endText();
    this.send({ type: EventType.TOOL_CALL_START, toolCallId, toolCallName });
    this.send({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(input) });
    this.send({ type: EventType.TOOL_CALL_END, toolCallId });
  }

  result({ id: messageId, call: toolCallId, text: content }: ShownResult): void {
    this.endText();
    this.send({ type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content, role: 'tool' });
  }

  /** Sends what was not sent yet of a text, and ends the run. */
  finish(text: string, outcome: RunFinishedOutcome, usage?: CompletionUsage): void {
    this.text.finish(text);
    this.endText();
    const used = usage && usage.total_tokens > 0 ? { usage: [toUsage(usage)] } : {};
    this.send({ type: EventType.RUN_FINISHED, ...this.names, outcome, ...used });
  }

  fail(message: string, code: string): void {
    this.endText();
    this.send({ type: EventType.RUN_ERROR, message, code });
  }

  private get messageId(): string {
    return `${this.names.runId}-${this.messages}`;
  }

  private say(delta: string): void {
    if (!this.isOpen) {
      this.messages += 1;
      this.isOpen = true;
      this.send({ type: EventType.TEXT_MESSAGE_START, messageId: this.messageId, role: 'assistant' });
    }
    this.send({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: this.messageId, delta });
  }

  private endText(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.send({ type: EventType.TEXT_MESSAGE_END, messageId: this.messageId });
  }
}
