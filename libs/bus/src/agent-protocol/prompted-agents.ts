import { randomUUID } from 'node:crypto';
import type { NatsSettings } from '@crumbtrail/platform';
import { LRUCache } from 'lru-cache';
import { createInbox, headers, type Msg, type NatsConnection, type Subscription } from 'nats';
import { connectToNats } from '../connection/connect-to-nats';
import { PROMPTS_USER } from '../nats-server/agents-grants';
import { inboxPrefix } from '../protocol/subjects';
import { AGENTS, type AgentAddress, AGENTS_SETTING } from './addresses';
import { PROMPT_ID_HEADER, type PromptableAgent, readPromptableAgent } from './agent-info';
import { AnswerStream } from './answer-stream';
import type { AgentAttachment } from './prompt-envelope';
import { splitForPayload } from './prompt-stream';

/** A prompt to an agent. */
export interface OutgoingPrompt {
  readonly prompt: string;
  readonly attachments: readonly AgentAttachment[];
  /** The same whenever the same prompt is sent again. */
  readonly id: string;
}

/** An answer that goes on once its agent has got the answer to its own question. */
export interface HeldAnswer {
  readonly stream: AnswerStream;
  /** Where the agent wants the answer to its question. */
  readonly reply_subject: string;
  /** What it has answered so far. */
  readonly text: string;
}

/** How long agents may take to say who they are, and one to say that it is alive, in milliseconds. */
const ANSWER_WITHIN_MS = 2_000;

/** Answers that are held at most; of more, the oldest are given up. */
const MOST_HELD = 1_000;

const INBOX = inboxPrefix(PROMPTS_USER);

/** Where the process listens that holds an answer. The name is random: who does not know it cannot ask for the answer. */
const heldSubject = (held: string): string => `${INBOX}.held.${held}`;

/** The agents of others on the NATS server where agents meet, for whoever prompts them. It is connected to when it is first needed. */
export class PromptedAgents {
  private connecting: Promise<NatsConnection> | undefined;
  private readonly held = new LRUCache<string, { readonly answer: HeldAnswer; readonly door: Subscription }>({
    max: MOST_HELD,
    dispose: ({ answer, door }) => {
      door.unsubscribe();
      answer.stream.close();
    },
  });

  constructor(private readonly nats: NatsSettings) {}

  /** Whoever first says that it is this agent; undefined where nobody does within two seconds. Rejects with a CrumbError without a connection. */
  async find({ agent, owner, name }: AgentAddress): Promise<PromptableAgent | undefined> {
    const connection = await this.connect();
    const inbox = createInbox(INBOX);
    return new Promise((resolve) => {
      const finish = (found?: PromptableAgent): void => {
        clearTimeout(timer);
        subscription.unsubscribe();
        resolve(found);
      };
      const callback = (error: Error | null, message: Msg): void => {
        const found = error || message.data.length === 0 ? undefined : read(message);
        if (found?.agent === agent && found.owner === owner && found.name === name) finish(found);
      };
      const subscription = connection.subscribe(inbox, { callback });
      const timer = setTimeout(finish, ANSWER_WITHIN_MS);
      connection.publish(`$SRV.INFO.${AGENTS}`, undefined, { reply: inbox });
    });
  }

  /** The bytes that a message to this agent may have. */
  async mostBytes({ max_payload }: PromptableAgent): Promise<number> {
    const { info } = await this.connect();
    return Math.min(max_payload ?? Infinity, info?.max_payload ?? 1024 * 1024);
  }

  /** Sends a prompt. */
  async prompt({ subject }: PromptableAgent, payload: string, id: string): Promise<AnswerStream> {
    const connection = await this.connect();
    const stream = new AnswerStream(connection, createInbox(INBOX));
    const sent = headers();
    sent.set(PROMPT_ID_HEADER, id);
    connection.publish(subject, payload, { reply: stream.subject, headers: sent });
    return stream;
  }

  /** Whether it says that it is alive. */
  async isAlive({ status_subject }: PromptableAgent): Promise<boolean> {
    if (status_subject === undefined) return false;
    const connection = await this.connect();
    const asked = connection.request(status_subject, undefined, { timeout: ANSWER_WITHIN_MS });
    return asked.then(
      ({ data }) => data.length > 0,
      () => false,
    );
  }

  /** Answers a question of an agent. */
  async reply(subject: string, text: string): Promise<void> {
    const connection = await this.connect();
    connection.publish(subject, text);
  }

  /** Keeps an answer until any process takes it, and returns the name by which it does. */
  async hold(answer: HeldAnswer): Promise<string> {
    const connection = await this.connect();
    const held = randomUUID();
    const callback = (error: Error | null, { data, reply = '' }: Msg): void => {
      // Only where a process of Crumbtrail listens: else whoever gets the name could make it publish anywhere.
      if (error || !reply.startsWith(`${INBOX}.`)) return;
      door.unsubscribe();
      connection.publish(answer.reply_subject, data);
      for (const text of splitForPayload(answer.text, connection.info?.max_payload ?? 1024 * 1024))
        connection.publish(reply, JSON.stringify({ type: 'response', data: text }));
      connection.publish(reply, JSON.stringify({ type: 'status', data: 'ack' }));
      answer.stream.relayTo(reply);
    };
    const door = connection.subscribe(heldSubject(held), { callback });
    this.held.set(held, { answer, door });
    await connection.flush();
    return held;
  }

  /** Gives an answer up that nobody needs any more, also after it was taken. */
  release(held: string): void {
    this.held.delete(held);
  }

  /** Answers the question of a held answer and goes on with it, from its beginning; undefined where no process holds it any more. */
  async take(held: string, reply: string): Promise<AnswerStream | undefined> {
    const connection = await this.connect();
    const stream = new AnswerStream(connection, createInbox(INBOX));
    connection.publish(heldSubject(held), reply, { reply: stream.subject });
    const isThere = await stream.hasBegun(ANSWER_WITHIN_MS);
    if (!isThere) stream.close();
    return isThere ? stream : undefined;
  }

  async close(): Promise<void> {
    this.held.clear();
    const connection = await this.connecting?.catch(() => undefined);
    await connection?.drain().catch(() => undefined);
  }

  private connect(): Promise<NatsConnection> {
    const forget = (): void => void (this.connecting = undefined);
    if (!this.connecting) {
      this.connecting = connectToNats({ ...this.nats, service: PROMPTS_USER, setting: AGENTS_SETTING });
      this.connecting.then((connection) => connection.closed().then(forget, forget), forget);
    }
    return this.connecting;
  }
}

/** The payload of a prompt: JSON, whose `id` is that of the header. */
export const encodePrompt = ({ prompt, attachments, id }: OutgoingPrompt): string =>
  JSON.stringify({ prompt, id, ...(attachments.length > 0 && { attachments }) });

function read(message: Msg): PromptableAgent | undefined {
  try {
    return readPromptableAgent(message);
  } catch {
    return undefined;
  }
}
