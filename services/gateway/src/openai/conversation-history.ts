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

/** A message to continue from in a session that has continued otherwise. */
export interface ConversationBranch {
  readonly session: string;
  /** The last message of the session. */
  readonly newest: Envelope;
  /** The ids of what the conversation has left: the messages after the one to continue from, and the answers to them. */
  readonly excluded: readonly string[];
}

/** How many messages may have followed the one to continue from. */
const MOST_LATER = 32;
/** As `exclude` of user.message.v1. */
const MOST_EXCLUDED = 128;

/** What the conversation of a message has left. */
export const excludedBy = ({ context }: Envelope): readonly string[] =>
  asPayload(UserMessage.name, context)?.exclude ?? [];

function spokenText(response: Envelope | undefined): string | null {
  const { action, content = '' } = asPayload(AgentResponse.name, response?.context) ?? {};
  return action === undefined || (action === 'error' && content === '') ? null : content;
}

/** A request joins the turn of the same one only if that was made at most this long ago, milliseconds. */
const SAME_WITHIN_MS = 15 * 60_000;
/** Two equal requests of one key that come at once are two questions. After this long, milliseconds, the second is a repetition of one that the client gave up. */
const OPEN_JOINED_AFTER_MS = 5_000;
/** So long after a turn has failed the same request gets its error again, milliseconds. LangChain repeats for up to 126 s. */
const FAILED_AGAIN_WITHIN_MS = 130_000;
/** The same where a limit of requests was the reason, which is over soon. */
const LIMITED_AGAIN_WITHIN_MS = 30_000;
const LIMITED: ReadonlySet<string | undefined> = new Set(['rate_limited', 'rate_limit']);

const ageMs = ({ created_at }: Pick<Envelope, 'created_at'>): number => Date.now() - Date.parse(created_at);

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

  /**
   * The message of the same request that has no answer: its turn failed a short time ago, or is open for a while. A client that repeats a request and does not
   * say so joins it, so that one question is one turn. `tag` tells key and request.
   */
  async findUnanswered(caller: Caller, agent: string, tag: string): Promise<Envelope | undefined> {
    const [newest] = await this.listTagged(caller, tag, 1);
    if (!newest || ageMs(newest) >= SAME_WITHIN_MS) return undefined;
    const response = await this.answerTo(caller, agent, newest);
    if (!response) return ageMs(newest) >= OPEN_JOINED_AFTER_MS ? newest : undefined;
    const { action, error } = asPayload(AgentResponse.name, response.context) ?? {};
    const within = LIMITED.has(error?.code) ? LIMITED_AGAIN_WITHIN_MS : FAILED_AGAIN_WITHIN_MS;
    return action === 'error' && ageMs(response) < within ? newest : undefined;
  }

  /** Messages that this request may continue from: each is the last of its session, and its answer matches the client's; most certain first. */
  async findHeads(caller: Caller, agent: string, key: ConversationKey): Promise<Envelope[]> {
    if (!key.before) return this.findFailedStart(caller, agent, key.now);
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

  /**
   * Where to continue a conversation that its session has continued otherwise, as after a question that is asked again: the newest
   * message whose answer matches the client's, if only the caller has written since and the last message is answered. Null: nowhere.
   */
  async findBranch(caller: Caller, agent: string, key: ConversationKey): Promise<ConversationBranch | null> {
    if (!key.before) return null;
    const { tag, answer } = key.before;
    for (const message of await this.listTagged(caller, tag)) {
      const given = spokenText(await this.answerTo(caller, agent, message));
      const branch = compareAnswers(answer, given) === 0 ? null : await this.branchAfter(caller, agent, message);
      if (branch) return branch;
    }
    return null;
  }

  private async branchAfter(caller: Caller, agent: string, message: Envelope): Promise<ConversationBranch | null> {
    const { session, author } = message;
    if (session === undefined) return null;
    const request = { schema: UserMessage.name, session, limit: MOST_LATER + 1, order: 'desc' as const };
    const { crumbs } = await this.requests.request(List, caller, request);
    const later = crumbs.slice(
      0,
      crumbs.findIndex(({ id }) => id === message.id),
    );
    const [newest] = later;
    const isFar = !crumbs.some(({ id }) => id === message.id);
    if (isFar || !newest || !later.every((one) => one.author.kind === author.kind && one.author.id === author.id))
      return null;
    if (!(await this.answerTo(caller, agent, newest))) return null;
    const left = later.flatMap((one) => [one.id, responseId(one.workspace, chatTurnId(agent, one))]);
    const excluded = [...new Set([...excludedBy(message), ...left])];
    return excluded.length > MOST_EXCLUDED ? null : { session, newest, excluded };
  }

  /** The same first message if its answer failed and nothing followed: libraries that repeat a request do not all say so. */
  private async findFailedStart(caller: Caller, agent: string, now: string): Promise<Envelope[]> {
    const [message] = await this.listTagged(caller, now, 1);
    const response = message && (await this.answerTo(caller, agent, message));
    if (response?.context['action'] !== 'error') return [];
    const head = await this.headOf(caller, agent, { message: message as Envelope, now });
    return head ? [head] : [];
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
