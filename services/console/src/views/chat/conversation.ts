import type { StreamedEvent, StreamItem } from '@crumbtrail/client';
import type { AgentResponseV1, Envelope, TokenPiece } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A reply while it is written. */
export interface Reply {
  readonly turn: string;
  readonly agent: string;
  readonly attempt: number;
  readonly text: string;
  readonly audience: TokenPiece['audience'];
}

/** What came on a session's stream: breadcrumbs as they are now, ids of what was erased, replies under way by turn. */
export interface Live {
  readonly crumbs: ReadonlyMap<string, Envelope>;
  readonly gone: ReadonlySet<string>;
  readonly replies: ReadonlyMap<string, Reply>;
  readonly ended: ReadonlySet<string>;
}

export const nothingYet: Live = { crumbs: new Map(), gone: new Set(), replies: new Map(), ended: new Set() };

/** What a response says. */
export const responseOf = (crumb: Envelope): Partial<AgentResponseV1> => crumb.context;

/** The turn that a breadcrumb ended, if it ended one. */
export const endedBy = (crumb: Envelope): string | undefined =>
  crumb.schema_name === WIRE.agentResponse ? responseOf(crumb).turn?.id : undefined;

/** A reply after one more piece. A piece of an attempt that another has taken the place of comes too late. */
function afterPiece(reply: Reply | undefined, piece: TokenPiece): Reply | undefined {
  const { turn, agent, attempt, audience } = piece;
  if (reply && attempt < reply.attempt) return reply;
  const goesOn = piece.kind !== 'reset' && reply?.attempt === attempt;
  const text = (goesOn ? reply.text : '') + (piece.kind === 'text' ? piece.text : '');
  return { turn, agent, attempt, text, audience };
}

/** The newer of two versions of a breadcrumb. */
const newer = (a: Envelope | undefined, b: Envelope): Envelope => (a && a.version > b.version ? a : b);

type Mutable<T> = T extends ReadonlyMap<infer K, infer V> ? Map<K, V> : T extends ReadonlySet<infer V> ? Set<V> : T;
type Taking = { -readonly [Field in keyof Live]: Mutable<Live[Field]> };

function takePiece({ replies, ended }: Taking, piece: TokenPiece): void {
  const reply = ended.has(piece.turn) ? undefined : afterPiece(replies.get(piece.turn), piece);
  if (reply) replies.set(reply.turn, reply);
}

/** A turn that has ended is no longer written: its breadcrumb has the whole text. */
function takeEvent({ crumbs, gone, replies, ended }: Taking, { crumb, id, kind }: StreamedEvent): void {
  if (kind === 'erased' || kind === 'expired') gone.add(id);
  if (!crumb) return;
  crumbs.set(id, newer(crumbs.get(id), crumb));
  const turn = endedBy(crumb);
  if (!turn) return;
  replies.delete(turn);
  ended.add(turn);
}

/** What is live after a batch of what came. */
export function take(live: Live, items: readonly StreamItem[]): Live {
  const taking: Taking = {
    crumbs: new Map(live.crumbs),
    gone: new Set(live.gone),
    replies: new Map(live.replies),
    ended: new Set(live.ended),
  };
  for (const item of items) {
    if (item.type === 'piece') takePiece(taking, item.piece);
    if (item.type === 'event') takeEvent(taking, item.event);
  }
  return taking;
}

/** What was read and what came since, each once at its newest, in the order in which it happened. */
export function merged(read: readonly Envelope[], live: Live): readonly Envelope[] {
  const all = new Map<string, Envelope>();
  for (const crumb of [...read, ...live.crumbs.values()]) all.set(crumb.id, newer(all.get(crumb.id), crumb));
  return [...all.values()]
    .filter(({ id }) => !live.gone.has(id))
    .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at) || a.position - b.position);
}

const spoken: ReadonlySet<string> = new Set([WIRE.userMessage, WIRE.agentResponse]);

/** Is it part of the talk, rather than of how the talk came about? */
export const isSpoken = ({ schema_name }: Envelope): boolean => spoken.has(schema_name);
