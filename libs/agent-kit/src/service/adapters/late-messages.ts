import type { WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentResponse,
  mayInform,
  mayRead,
  UserMessage,
  type AgentContextV1,
  type Audience,
  type Envelope,
  type SessionV1,
} from '@crumbtrail/contracts';
import { defuse, render } from '@crumbtrail/hints';
import type { LateMessage } from '@crumbtrail/prompting';

/** Maximum number of messages that one step can name. */
const MOST = 64;
/** Maximum characters of one message, because the context's budget does not include it. */
const MOST_CHARACTERS = 4_000;

/** The author's name in the session, else the one it wrote under with its id, which tells who it is whatever the name says; on one line. */
function speakerName(members: SessionV1['members'], { author }: Envelope): string {
  const member = members?.find(({ kind, id }) => kind === author.kind && id === author.id);
  const own = author.name === undefined ? author.id : `${author.name} (${author.id})`;
  return defuse(member?.name ?? own).replace(/[\s:]+/g, ' ');
}

/** The text of a message; empty when it cannot be rendered or has none. */
export function messageText(crumb: Envelope): string {
  const { text = '' } = render(crumb);
  return text;
}

/** A message in the form that a turn shows to the model. */
export function lateMessage(crumb: Envelope, members: SessionV1['members']): LateMessage {
  const text = defuse(messageText(crumb));
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text;
  return { id: crumb.id, version: crumb.version, speaker: speakerName(members, crumb), text: shown };
}

/** Which messages are requested. */
export interface LateMessageQuery {
  readonly agent: string;
  readonly session: string;
  readonly context: AgentContextV1;
  readonly members: SessionV1['members'];
  /** Who may read the answer. */
  readonly readers: Audience;
  /** The log is read at or after it. */
  readonly position: number;
}

function isNews(crumb: Envelope, { agent, context, readers }: LateMessageQuery): boolean {
  const { author, imported, position } = crumb;
  if (imported || position <= context.as_of || (author.kind === 'agent' && author.id === agent)) return false;
  if (crumb.schema_name === AgentResponse.name && crumb.context['action'] !== 'speak') return false;
  const informing = { ...crumb, informs: crumb.informs ? ('all' as const) : undefined };
  return mayRead(crumb, { participant: { kind: 'agent', id: agent } }) && mayInform(informing, readers);
}

/** Messages of the session after the context was built, as far as the agent and everybody who may read its answer may read them, in log order. */
export async function lateMessages(store: WorkspaceStore, wish: LateMessageQuery): Promise<LateMessage[]> {
  const { session, context, position } = wish;
  const pages = await Promise.all(
    [UserMessage.name, AgentResponse.name].map((schema) =>
      store.list({ schema, session, since: context.now, order: 'asc', limit: 2 * MOST, min_position: position }),
    ),
  );
  const crumbs = pages.flatMap((page) => page.crumbs).filter((crumb) => isNews(crumb, wish));
  const inOrder = crumbs.sort((a, b) => a.position - b.position).slice(0, MOST);
  return inOrder.map((crumb) => lateMessage(crumb, wish.members)).filter(({ text }) => text !== '');
}
