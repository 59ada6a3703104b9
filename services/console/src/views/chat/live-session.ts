import type { StreamedEvent, StreamItem } from '@crumbtrail/client';
import type { AgentResponseV1, Envelope, TokenPiece } from '@crumbtrail/contracts';
import type { ErasedMessage } from '@crumbtrail/contracts/operations/erasure';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** A reply while it is written. */
export interface StreamedReply {
  readonly turn: string;
  readonly agent: string;
  /** Orders the calls of the model for the turn. It only grows; it is not a count, and is not for display. */
  readonly attempt: number;
  /** Text was shown before, and a later call of the model replaced it. */
  readonly restarted: boolean;
  readonly text: string;
  readonly audience: TokenPiece['audience'];
}

/** What the stream of a session has delivered: current breadcrumbs, ids of erased or expired ones and of erased ones alone, open replies by turn, closed turns. */
export interface LiveSession {
  readonly crumbs: ReadonlyMap<string, Envelope>;
  readonly removed: ReadonlySet<string>;
  readonly erased: ReadonlySet<string>;
  readonly replies: ReadonlyMap<string, StreamedReply>;
  readonly closedTurns: ReadonlySet<string>;
}

/** A live session before the first event. */
export const emptyLiveSession: LiveSession = {
  crumbs: new Map(),
  removed: new Set(),
  erased: new Set(),
  replies: new Map(),
  closedTurns: new Set(),
};

/** The payload of a response. */
export const readResponse = (crumb: Envelope): Partial<AgentResponseV1> => crumb.context;

/** The id of the turn that a breadcrumb closed, if it is a response. */
export const closedTurn = (crumb: Envelope): string | undefined =>
  crumb.schema_name === WIRE.agentResponse ? readResponse(crumb).turn?.id : undefined;

/** Appends a piece to a reply. Pieces of earlier attempts are ignored; a later attempt starts over. */
function appendPiece(reply: StreamedReply | undefined, piece: TokenPiece): StreamedReply | undefined {
  const { turn, agent, attempt, audience } = piece;
  if (reply && attempt < reply.attempt) return reply;
  const continues = piece.kind !== 'reset' && reply?.attempt === attempt;
  const text = (continues ? reply.text : '') + (piece.kind === 'text' ? piece.text : '');
  const restarted = reply !== undefined && (reply.restarted || (attempt > reply.attempt && reply.text !== ''));
  return { turn, agent, attempt, restarted, text, audience };
}

/** The newer of two versions of a breadcrumb. */
const newerVersion = (a: Envelope | undefined, b: Envelope): Envelope => (a && a.version > b.version ? a : b);

type Mutable<T> = T extends ReadonlyMap<infer K, infer V> ? Map<K, V> : T extends ReadonlySet<infer V> ? Set<V> : T;
type MutableLiveSession = { -readonly [Field in keyof LiveSession]: Mutable<LiveSession[Field]> };

function applyPiece({ replies, closedTurns }: MutableLiveSession, piece: TokenPiece): void {
  const reply = closedTurns.has(piece.turn) ? undefined : appendPiece(replies.get(piece.turn), piece);
  if (reply) replies.set(reply.turn, reply);
}

/** Applies an event. A response closes its turn, because the breadcrumb has the complete text. */
function applyEvent(
  { crumbs, removed, erased, replies, closedTurns }: MutableLiveSession,
  { crumb, id, kind }: StreamedEvent,
): void {
  if (kind === 'erased' || kind === 'expired') removed.add(id);
  if (kind === 'erased') erased.add(id);
  if (!crumb) return;
  crumbs.set(id, newerVersion(crumbs.get(id), crumb));
  const turn = closedTurn(crumb);
  if (!turn) return;
  replies.delete(turn);
  closedTurns.add(turn);
}

/** The live session after a batch of stream items. Pieces alone leave the breadcrumbs the same objects, so that a long history is not merged again. */
export function applyItems(live: LiveSession, items: readonly StreamItem[]): LiveSession {
  const hasEvents = items.some(({ type }) => type === 'event');
  const next: MutableLiveSession = {
    crumbs: (hasEvents ? new Map(live.crumbs) : live.crumbs) as Map<string, Envelope>,
    removed: (hasEvents ? new Set(live.removed) : live.removed) as Set<string>,
    erased: (hasEvents ? new Set(live.erased) : live.erased) as Set<string>,
    replies: new Map(live.replies),
    closedTurns: new Set(live.closedTurns),
  };
  for (const item of items) {
    if (item.type === 'piece') applyPiece(next, item.piece);
    if (item.type === 'event') applyEvent(next, item.event);
  }
  return next;
}

/** ISO times in order; faster than the comparison of a language. */
function compareTimes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const byTime = (a: Envelope, b: Envelope): number =>
  compareTimes(a.occurred_at, b.occurred_at) || a.position - b.position;

/** Loaded history by id, in order of time: each breadcrumb once, in its latest version. */
export function sortHistory(loaded: readonly Envelope[]): ReadonlyMap<string, Envelope> {
  const all = new Map<string, Envelope>();
  for (const crumb of loaded) all.set(crumb.id, newerVersion(all.get(crumb.id), crumb));
  return new Map([...all.values()].sort(byTime).map((crumb) => [crumb.id, crumb]));
}

/**
 * Merges sorted history with live breadcrumbs: each once, in its latest version, in order of time. It runs for each event of a session that may have
 * thousands of messages; what happens now is later than all history, and is only put behind it.
 */
export function mergeHistory(
  loaded: ReadonlyMap<string, Envelope>,
  { crumbs, removed }: Pick<LiveSession, 'crumbs' | 'removed'>,
): readonly Envelope[] {
  const isThere = ({ id }: Envelope): boolean => !removed.has(id);
  const others = [...loaded.values()].filter((crumb) => isThere(crumb) && !crumbs.has(crumb.id));
  const arrived = [...crumbs.values()].filter(isThere).map((crumb) => newerVersion(loaded.get(crumb.id), crumb));
  const [last, first] = [others.at(-1), arrived.sort(byTime)[0]];
  const all = [...others, ...arrived];
  return last && first && byTime(last, first) > 0 ? all.sort(byTime) : all;
}

/** What is shown of an erased message. Who erased it, and when, is unknown until the gateway has been asked. */
export type ErasedEntry = Pick<ErasedMessage, 'id' | 'schema_name' | 'author' | 'occurred_at'> &
  Partial<Pick<ErasedMessage, 'erased_at' | 'erased_by'>>;

/** Erased messages as far as their places among the loaded ones are known: not those from before the first loaded one, while more can be loaded. */
export function erasedEntries(
  known: readonly ErasedEntry[],
  live: readonly ErasedEntry[],
  loadedSince: string | undefined,
): readonly ErasedEntry[] {
  const entries = new Map([...live, ...known].map((entry) => [entry.id, entry]));
  return [...entries.values()].filter(
    ({ occurred_at }) => loadedSince === undefined || compareTimes(occurred_at, loadedSince) >= 0,
  );
}

/** Puts erased messages into their places among those that are left. The stream may report an erasure later than the list of erased messages. */
export function placeErased(
  crumbs: readonly Envelope[],
  erased: readonly ErasedEntry[],
): readonly (Envelope | ErasedEntry)[] {
  if (erased.length === 0) return crumbs;
  const gone = new Set(erased.map(({ id }) => id));
  const left = crumbs.filter(({ id }) => !gone.has(id));
  return [...left, ...erased].sort((a, b) => compareTimes(a.occurred_at, b.occurred_at));
}

const chatSchemas: ReadonlySet<string> = new Set([WIRE.userMessage, WIRE.agentResponse]);

/** Is the breadcrumb a message or a reply, rather than an internal event? */
export const isChatMessage = ({ schema_name }: Pick<Envelope, 'schema_name'>): boolean => chatSchemas.has(schema_name);
