import { randomUUID } from 'node:crypto';
import {
  AgentResponse,
  AgentTurn,
  UserMessage,
  type AgentDefV1,
  type AgentResponseV1,
  type AgentTurnV1,
  type Envelope,
} from '@crumbtrail/contracts';
import { eventually, ApiRefusal, type ModelCall, type Script, type TestStack } from '@crumbtrail/testing';

/** A message that the store has acknowledged. */
export interface SentMessage {
  readonly id: string;
  readonly session: string;
  readonly content: string;
}

/** A message with its position on the log. */
export interface PlacedMessage extends SentMessage {
  readonly position: number;
}

/** A turn and how it ended. */
export interface EndedTurn {
  readonly turn: Envelope<AgentTurnV1>;
  readonly response: Envelope<AgentResponseV1>;
}

/** The gateway's response to an accepted breadcrumb. */
export interface CrumbReceipt {
  readonly id: string;
  readonly version: number;
  readonly position: number;
}

interface Page {
  readonly breadcrumbs: readonly Envelope[];
  readonly next_cursor?: string;
}

/** Answers `answer to <the last line of the prompt>`, so that a response shows which message it is about. */
export function echo(call: ModelCall): Script {
  return { say: `answer to ${lastLine(call)}` };
}

/** The text of the current message, which ends the prompt, without its speaker. */
export function lastLine(call: ModelCall): string {
  const prompt = call.body.messages?.at(-1)?.content ?? '';
  return (prompt.trim().split('\n').at(-1) ?? '').replace(/^[^:]*: /, '');
}

/** The messages and turns of a stack, over its HTTP API. */
export class Conversations {
  constructor(private readonly stack: Pick<TestStack, 'api'>) {}

  /** Sends a message; repeats it with the same idempotency key until it is accepted. */
  async say(session: string, content: string, withinMs = 60_000): Promise<PlacedMessage> {
    const draft = { schema_name: UserMessage.name, session, context: { content } };
    const { id, position } = await this.append(draft, withinMs);
    return { id, position, session, content };
  }

  /** Appends one breadcrumb; repeats it until it is acknowledged. */
  async append(draft: Record<string, unknown>, withinMs = 60_000): Promise<CrumbReceipt> {
    const headers = { 'idempotency-key': randomUUID() };
    const asking = { headers, timeout_ms: 20_000 };
    const once = () =>
      this.stack.api.post<CrumbReceipt>('/v1/breadcrumbs', draft, asking).then((receipt) => ({ receipt }), refusal);
    const end = await eventually(once, { withinMs, everyMs: 50 });
    if ('error' in end) throw end.error;
    return end.receipt;
  }

  /** Defines an agent that answers in every session, unless its subscriptions say otherwise. */
  async defineAgent(definition: Partial<AgentDefV1> & { agent: string }): Promise<void> {
    const context = { prompt: 'Answer.', subscriptions: [{ schema: UserMessage.name }], ...definition };
    await this.append({ schema_name: 'agent.def.v1', context });
  }

  /** Every breadcrumb of a schema, oldest first; of one session if given. */
  async listCrumbs<Context = Record<string, unknown>>(schema: string, session?: string): Promise<Envelope<Context>[]> {
    const found: Envelope[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = new URLSearchParams({
        schema,
        order: 'asc',
        limit: '200',
        ...(session && { session }),
        ...(cursor && { cursor }),
      });
      const page: Page = await this.stack.api.get<Page>(`/v1/breadcrumbs?${query}`);
      found.push(...page.breadcrumbs);
      cursor = page.next_cursor;
    }
    return found.sort((a, b) => a.position - b.position) as unknown as Envelope<Context>[];
  }

  /** Turns with their responses, in the order they opened; fails when a turn has none, or more than one. */
  async endedTurns(session?: string): Promise<EndedTurn[]> {
    const turns = await this.listCrumbs<AgentTurnV1>(AgentTurn.name, session);
    const responses = await this.listCrumbs<AgentResponseV1>(AgentResponse.name, session);
    return turns.map((turn) => {
      const [response, ...more] = responses.filter(({ context }) => context.turn?.id === turn.id);
      if (!response || more.length > 0)
        throw new Error(`The turn ${turn.id} has ${response ? more.length + 1 : 0} responses`);
      return { turn, response };
    });
  }

  /** Waits until `each` turns (default 1) about every message are closed, and returns them. */
  waitForTurns(said: readonly SentMessage[], { each = 1, withinMs = 45_000 } = {}): Promise<EndedTurn[]> {
    const wanted = new Set(said.map(({ id }) => id));
    const sessions = [...new Set(said.map(({ session }) => session))];
    const look = async (): Promise<EndedTurn[] | null> => {
      const ended = (await Promise.all(sessions.map((session) => this.endedTurns(session)))).flat();
      const ours = ended.filter(({ turn }) => wanted.has(turn.context.trigger.id));
      return ours.length >= wanted.size * each ? ours : null;
    };
    return eventually(look, { withinMs, everyMs: 200 });
  }
}

/** Null when the gateway or the store is unavailable, and the request should be repeated; otherwise the final error. */
function refusal(error: unknown): { error: Error } | null {
  const final = error instanceof ApiRefusal && error.status < 500 && error.status !== 429;
  return final ? { error } : null;
}
