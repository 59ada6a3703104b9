import type { Crumbtrail } from '@crumbtrail/client';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { ConversationPart } from '../chat-exports/conversation';
import { continues, type ImportedConversation, type StoredMessage } from './to-drafts';
import { sessionName, tagNumber } from './session-name';

/** Conversations that are held in memory: a file that was recorded turn by turn mixes the turns of several. */
const MOST_OPEN = 64;
const PAGE = 500;

/** What earlier imports have stored of a session. */
interface StoredSession {
  readonly messages: Map<string, StoredMessage>;
  readonly agents: ReadonlySet<string>;
  /** When the latest message was said, in milliseconds since 1970. */
  readonly latest: number;
  readonly isDescribed: boolean;
}

async function loadStored(client: Crumbtrail, session: string): Promise<StoredSession> {
  const messages = new Map<string, StoredMessage>();
  const agents = new Set<string>();
  let latest = 0;
  let isDescribed = false;
  for await (const { schema_name, tags, author, audience, occurred_at } of client.all({ session, limit: PAGE })) {
    if (schema_name === WIRE.session) {
      isDescribed = true;
      continue;
    }
    for (const tag of tags) messages.set(tag, { author, shared: audience === 'all' });
    if (author.kind === 'agent') agents.add(author.id);
    if (occurred_at !== undefined) latest = Math.max(latest, Date.parse(occurred_at));
  }
  return { messages, agents, latest, isDescribed };
}

/** The conversations of one import. The latest are held in memory; another one is read from the store when the file has a further part of it. */
export class OpenConversations {
  private readonly open = new Map<string, ImportedConversation>();
  private readonly met = new Set<number>();
  /** The first conversation of the file. */
  first: ImportedConversation | undefined;

  constructor(
    private readonly client: Crumbtrail,
    private readonly agent: string | undefined,
    /** Stores the drafts that wait, so that a conversation that is read again has them. */
    private readonly flush: () => Promise<void>,
  ) {}

  /** Conversations so far. */
  get count(): number {
    return this.met.size;
  }

  /** The conversation of a part: the one that it names, or, of those that begin alike, the one that its messages continue. */
  async find(format: string, part: ConversationPart): Promise<ImportedConversation> {
    const { longerIds = [], messages } = part;
    let found = await this.openSession(format, part.conversation);
    for (const id of longerIds) {
      if (continues(messages, found)) break;
      found = await this.openSession(format, id);
    }
    this.met.add(tagNumber(found.session));
    this.first ??= found;
    return found;
  }

  private async openSession(format: string, id: string): Promise<ImportedConversation> {
    const session = sessionName(format, id);
    const conversation = this.open.get(session) ?? (await this.load(session, id));
    this.open.delete(session);
    this.open.set(session, conversation);
    if (this.open.size > MOST_OPEN) this.open.delete([...this.open.keys()][0] as string);
    return conversation;
  }

  private async load(session: string, id: string): Promise<ImportedConversation> {
    const number = tagNumber(session);
    const isKnown = this.met.has(number);
    if (isKnown) await this.flush();
    const { messages, agents, latest, isDescribed } = await loadStored(this.client, session);
    return {
      id,
      session,
      stored: messages,
      seen: new Set(),
      agents: new Set([...(this.agent === undefined ? [] : [this.agent]), ...(isKnown ? agents : [])]),
      latest: isKnown ? latest : 0,
      isDescribed,
    };
  }
}
