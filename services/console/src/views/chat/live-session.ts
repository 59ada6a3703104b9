import type { StreamedEvent, StreamItem } from '@crumbtrail/client';
import type { AgentResponseV1, Envelope, TokenPiece } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A reply while it is written. */
export interface StreamedReply {
  readonly turn: string;
  readonly agent: string;
  readonly attempt: number;
  readonly text: string;
  readonly audience: TokenPiece['audience'];
}

/** What came on a session's stream: breadcrumbs as they are now, ids of what was erased, replies under way by turn. */
export interface LiveSession {
  readonly crumbs: ReadonlyMap<string, Envelope>;
  readonly removed: ReadonlySet<string>;
  readonly replies: ReadonlyMap<string, StreamedReply>;
  readonly closedTurns: ReadonlySet<string>;
}

export const emptyLiveSession: LiveSession = {
  crumbs: new Map(),
  removed: new Set(),
  replies: new Map(),
  closedTurns: new Set(),
};

/** What a response says. */
export const readResponse = (crumb: Envelope): Partial<AgentResponseV1> => crumb.context;

/** The turn that a breadcrumb ended, if it ended one. */
export const closedTurn = (crumb: Envelope): string | undefined =>
  crumb.schema_name === WIRE.agentResponse ? readResponse(crumb).turn?.id : undefined;

/** A reply after one more piece. A piece of an attempt that another has taken the place of comes too late. */
function appendPiece(reply: StreamedReply | undefined, piece: TokenPiece): StreamedReply | undefined {
  const { turn, agent, attempt, audience } = piece;
  if (reply && attempt < reply.attempt) return reply;
  const goesOn = piece.kind !== 'reset' && reply?.attempt === attempt;
  const text = (goesOn ? reply.text : '') + (piece.kind === 'text' ? piece.text : '');
  return { turn, agent, attempt, text, audience };
}

/** The newer of two versions of a breadcrumb. */
const newerVersion = (a: Envelope | undefined, b: Envelope): Envelope => (a && a.version > b.version ? a : b);

type Mutable<T> = T extends ReadonlyMap<infer K, infer V> ? Map<K, V> : T extends ReadonlySet<infer V> ? Set<V> : T;
type MutableLiveSession = { -readonly [Field in keyof LiveSession]: Mutable<LiveSession[Field]> };

function applyPiece({ replies, closedTurns }: MutableLiveSession, piece: TokenPiece): void {
  const reply = closedTurns.has(piece.turn) ? undefined : appendPiece(replies.get(piece.turn), piece);
  if (reply) replies.set(reply.turn, reply);
}

/** A turn that has ended is no longer written: its breadcrumb has the whole text. */
function applyEvent(
  { crumbs, removed, replies, closedTurns }: MutableLiveSession,
  { crumb, id, kind }: StreamedEvent,
): void {
  if (kind === 'erased' || kind === 'expired') removed.add(id);
  if (!crumb) return;
  crumbs.set(id, newerVersion(crumbs.get(id), crumb));
  const turn = closedTurn(crumb);
  if (!turn) return;
  replies.delete(turn);
  closedTurns.add(turn);
}

/** What is live after a batch of what came. */
export function applyItems(live: LiveSession, items: readonly StreamItem[]): LiveSession {
  const taking: MutableLiveSession = {
    crumbs: new Map(live.crumbs),
    removed: new Set(live.removed),
    replies: new Map(live.replies),
    closedTurns: new Set(live.closedTurns),
  };
  for (const item of items) {
    if (item.type === 'piece') applyPiece(taking, item.piece);
    if (item.type === 'event') applyEvent(taking, item.event);
  }
  return taking;
}

/** What was read and what came since, each once at its newest, in the order in which it happened. */
export function mergeHistory(read: readonly Envelope[], live: LiveSession): readonly Envelope[] {
  const all = new Map<string, Envelope>();
  for (const crumb of [...read, ...live.crumbs.values()]) all.set(crumb.id, newerVersion(all.get(crumb.id), crumb));
  return [...all.values()]
    .filter(({ id }) => !live.removed.has(id))
    .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at) || a.position - b.position);
}

const chatSchemas: ReadonlySet<string> = new Set([WIRE.userMessage, WIRE.agentResponse]);

/** Is it part of the talk, rather than of how the talk came about? */
export const isChatMessage = ({ schema_name }: Envelope): boolean => chatSchemas.has(schema_name);
