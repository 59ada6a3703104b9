import { Injectable } from '@nestjs/common';
import { type Envelope, List, responseId, turnId, UserMessage, asPayload, AgentResponse } from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { compareAnswers, type ConversationKey } from './conversation-key';

/** How many candidate sessions are checked, newest first. */
const MOST = 20;

/** A message that the request may continue from. `certainty`: 1 to 3, as of {@link compareAnswers}. */
interface HeadCandidate {
  readonly message: Envelope;
  readonly certainty: number;
}

/** The id of the turn that an agent takes on a message. */
export const chatTurnId = (agent: string, { workspace, id, version }: Envelope): string =>
  turnId(workspace, { agent, trigger: { id, version }, generation: 0 });

function spokenText(response: Envelope | undefined): string | null {
  const { action, content = '' } = asPayload(AgentResponse.name, response?.context) ?? {};
  return action === undefined || (action === 'error' && content === '') ? null : content;
}

/** Finds the stored messages of a conversation by the hash of its content. */
@Injectable()
export class ConversationHistory {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** The caller's messages with this tag, newest first. */
  async listTagged(caller: Caller, tag: string, limit = MOST): Promise<readonly Envelope[]> {
    const { participant } = await this.requests.identify(caller);
    const author = `${participant.kind}:${participant.id}`;
    const request = { schema: UserMessage.name, tag, author, limit, order: 'desc' as const };
    return (await this.requests.request(List, caller, request)).crumbs;
  }

  /** Was the turn on this message stopped before it was answered? */
  async wasStopped(caller: Caller, agent: string, message: Envelope): Promise<boolean> {
    const response = await this.answerTo(caller, agent, message);
    return asPayload(AgentResponse.name, response?.context)?.action === 'stopped';
  }

  /** Messages that this request may continue from: each is the last of its session, and its answer matches the client's; most certain first. */
  async findHeads(caller: Caller, agent: string, key: ConversationKey): Promise<Envelope[]> {
    if (!key.before) return [];
    const { tag, answer } = key.before;
    const found: HeadCandidate[] = [];
    for (const message of await this.listTagged(caller, tag)) {
      const certainty = compareAnswers(answer, spokenText(await this.answerTo(caller, agent, message)));
      const head = certainty === 0 ? null : await this.headOf(caller, agent, { message, now: key.now });
      if (head) found.push({ message: head, certainty });
      if (head && certainty === 3) break;
    }
    return found.sort((a, b) => b.certainty - a.certainty).map(({ message }) => message);
  }

  /** The message if it is the last of its session, or the last message if it is a failed attempt of this request; null if the session has continued. */
  private async headOf(
    caller: Caller,
    agent: string,
    { message, now }: { message: Envelope; now: string },
  ): Promise<Envelope | null> {
    const { session } = message;
    if (session === undefined) return null;
    const newest = await this.requests.request(List, caller, {
      schema: UserMessage.name,
      session,
      limit: 1,
      order: 'desc',
    });
    const last = newest.crumbs[0];
    if (!last || last.id === message.id) return message;
    if (!last.tags.includes(now)) return null;
    const response = await this.answerTo(caller, agent, last);
    return response && response.context['action'] !== 'speak' ? last : null;
  }

  private async answerTo(caller: Caller, agent: string, message: Envelope): Promise<Envelope | undefined> {
    const id = responseId(message.workspace, chatTurnId(agent, message));
    return (await this.reader.readAvailable(caller, [{ id }]))[0];
  }
}
