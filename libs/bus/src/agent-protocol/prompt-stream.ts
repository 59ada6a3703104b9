import { randomUUID } from 'node:crypto';
import { createInbox, headers, type MsgHdrs, type NatsConnection } from 'nats';
import { AgentError } from './agent-error';
import { parsePrompt, type PromptEnvelope } from './prompt-envelope';

/** How long a stream is silent at most, in milliseconds: callers give up after 60 s. */
const KEEP_ALIVE_MS = 20_000;

const EMPTY = new Uint8Array();

/** A question to the caller that is open. */
export interface OpenQuery {
  /** The reply, as soon as there is one. Rejects with an {@link AgentError} where it is malformed. */
  readonly reply: Promise<PromptEnvelope>;
  /** Stops listening for the reply. */
  close(): void;
}

/** Pieces of a text that fit into messages of so many bytes as JSON. */
export function splitForPayload(text: string, maxPayload: number): string[] {
  // Every character takes at most six bytes in JSON, and three of UTF-8.
  const most = Math.max(1, Math.floor(maxPayload / 8));
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const isSplit = at + most < text.length && /[\ud800-\udbff]/.test(text[at + most - 1] as string);
    const end = at + most - (isSplit && most > 1 ? 1 : 0);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const toHeaders = (fields: Readonly<Record<string, string>>): MsgHdrs => {
  const made = headers();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
};

/** The stream of answers to one prompt. Nothing is sent after its end. */
export class PromptStream {
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private readonly queries = new Set<() => void>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly subject: string,
    private readonly inboxPrefix: string,
    private readonly maxPayload: number,
  ) {}

  /** Says that the prompt is taken; the first message of a stream. From then on the stream is kept alive. */
  acknowledge(fields: Readonly<Record<string, string>> = {}): void {
    this.send({ type: 'status', data: 'ack' }, fields);
    this.keepAlive();
  }

  /** Sends text of the answer, in several pieces where one message would be too large. */
  respond(text: string): void {
    for (const data of splitForPayload(text, this.maxPayload)) this.send({ type: 'response', data });
  }

  /** Asks the caller. */
  ask(prompt: string): OpenQuery {
    const reply_subject = createInbox(this.inboxPrefix);
    let close = (): void => undefined;
    const reply = new Promise<PromptEnvelope>((resolve, reject) => {
      const subscription = this.connection.subscribe(reply_subject, {
        max: 1,
        callback: (error, message) => {
          try {
            if (error) throw error;
            resolve(parsePrompt(message.data));
          } catch (thrown) {
            reject(thrown as Error);
          }
        },
      });
      close = (): void => {
        this.queries.delete(close);
        subscription.unsubscribe();
      };
    });
    reply.catch(() => undefined);
    this.queries.add(close);
    this.send({ type: 'query', data: { id: randomUUID(), reply_subject, prompt } });
    return { reply, close };
  }

  /** Ends the stream. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    for (const close of [...this.queries]) close();
    this.connection.publish(this.subject, EMPTY);
  }

  /** Ends the stream with an error. */
  fail({ status, body }: AgentError): void {
    if (this.isOver) return;
    // Header values have no line breaks.
    const message = body.message.replace(/[\r\n]+/g, ' ').slice(0, 1_000);
    const fields = { 'Nats-Service-Error-Code': `${status}`, 'Nats-Service-Error': message };
    this.connection.publish(this.subject, JSON.stringify(body), { headers: toHeaders(fields) });
    this.end();
  }

  private send(chunk: object, fields: Readonly<Record<string, string>> = {}): void {
    if (this.isOver) return;
    const more = Object.keys(fields).length > 0 ? { headers: toHeaders(fields) } : {};
    this.connection.publish(this.subject, JSON.stringify(chunk), more);
    this.timer?.refresh();
  }

  private keepAlive(): void {
    this.timer = setInterval(() => this.send({ type: 'status', data: 'ack' }), KEEP_ALIVE_MS);
    this.timer.unref();
  }
}
