import { Injectable } from '@nestjs/common';
import { type AgentResponseV1, type Envelope, List, responseId, turnId, UserMessage } from '@crumbtrail/contracts';
import { Asks } from '../adapters/asks.nats';
import type { Caller } from '../caller';
import { Reading } from '../reading';
import { agreement, type ConversationKey } from './conversation-key';

/** Sessions that may be the one; only the newest are looked at. */
const MOST = 20;

/** A message that was left in this conversation, and how sure that is. */
interface Candidate {
  readonly message: Envelope;
  readonly certainty: number;
}

/** The turn that an agent takes on a message. */
export const turnOn = (agent: string, { workspace, id, version }: Envelope): string =>
  turnId(workspace, { agent, trigger: { id, version }, generation: 0 });

function spoken(response: Envelope | undefined): string | null {
  const { action, content = '' } = (response?.context ?? {}) as Partial<AgentResponseV1>;
  return action === undefined || (action === 'error' && content === '') ? null : content;
}

/** What was left of a conversation before, found by what was said in it. */
@Injectable()
export class Earlier {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
  ) {}

  /** The caller's messages of this tag, newest first. */
  async tagged(caller: Caller, tag: string, limit = MOST): Promise<readonly Envelope[]> {
    const { participant } = await this.asks.identify(caller);
    const author = `${participant.kind}:${participant.id}`;
    const request = { schema: UserMessage.name, tag, author, limit, order: 'desc' as const };
    return (await this.asks.ask(List, caller, request)).crumbs;
  }

  /** Messages that this request may follow on: nothing was said after them, and their answers are those that the client has; the surest first. */
  async heads(caller: Caller, agent: string, key: ConversationKey): Promise<Envelope[]> {
    if (!key.before) return [];
    const { tag, answer } = key.before;
    const found: Candidate[] = [];
    for (const message of await this.tagged(caller, tag)) {
      const certainty = agreement(answer, spoken(await this.answerTo(caller, agent, message)));
      const head = certainty === 0 ? null : await this.headOf(caller, agent, { message, now: key.now });
      if (head) found.push({ message: head, certainty });
      if (head && certainty === 3) break;
    }
    return found.sort((a, b) => b.certainty - a.certainty).map(({ message }) => message);
  }

  /** The message itself while it is the last of its session, or this same request made again after it failed; null: the session has gone on. */
  private async headOf(
    caller: Caller,
    agent: string,
    { message, now }: { message: Envelope; now: string },
  ): Promise<Envelope | null> {
    const { session } = message;
    if (session === undefined) return null;
    const newest = await this.asks.ask(List, caller, { schema: UserMessage.name, session, limit: 1, order: 'desc' });
    const last = newest.crumbs[0];
    if (!last || last.id === message.id) return message;
    if (!last.tags.includes(now)) return null;
    const response = await this.answerTo(caller, agent, last);
    return response && response.context['action'] !== 'speak' ? last : null;
  }

  private async answerTo(caller: Caller, agent: string, message: Envelope): Promise<Envelope | undefined> {
    const id = responseId(message.workspace, turnOn(agent, message));
    return (await this.reading.those(caller, [{ id }]))[0];
  }
}
