import { type Operation, type CrumbEvent, type EventKind, refuse } from '@crumbtrail/contracts';

/** The name of the one stream. */
export const STREAM = 'CRUMBS';
/** The subjects that the stream stores. */
export const CRUMBS = 'crumbs.>';
/** Stands for an absent or unspecific field. Names never start with it, so it cannot collide. */
const ABSENT = '_';

/** The last token of the subjects of imported history. */
const IMPORTED = 'imported';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/**
 * A name as one subject token. Names may hold dots, which separate tokens, so a dot is written as a colon, which no name holds. Refuses
 * an invalid name, so that no caller can inject a wildcard or another token.
 */
export function token(name: string): string {
  if (!NAME.test(name)) {
    throw refuse(
      'invalid_payload',
      `"${name}" is not a valid name: use 1 to 64 of a-z, 0-9, dot, dash and underscore, starting with a letter or digit`,
    );
  }
  return name.replaceAll('.', ':');
}

const fromToken = (text: string): string => text.replaceAll(':', '.');
const optionalToken = (name: string | undefined): string => (name === undefined ? ABSENT : token(name));
const schemaToken = (schema: string): string => schema.replaceAll('.', '_');

/**
 * Ends of turns, regardless of the service that ended them: work on a turn that has ended is cancelled. The tool-runner subscribes to all of them; an
 * executor subscribes to those of its own turns: the pool's, or those of the one agent that it is.
 */
export function turnEndsSubject(service: string): string {
  const runners: Readonly<Record<string, string>> = { 'tool-runner': '*', 'agent-executor': 'pool' };
  return `crumbs.*.created.agent_response_v1.${runners[service] ?? token(service)}`;
}

/** New and changed definitions of agents in every workspace. */
export const DEFINITION_EVENTS = 'crumbs.*.*.agent_def_v1.*';

/** New and changed MCP servers that operators save, in every workspace. */
export const MCP_SERVER_EVENTS = 'crumbs.*.*.mcp_connection_v1.*';

/** What decides about the subject of an event. */
type AddressedEvent = Pick<CrumbEvent, 'workspace' | 'kind' | 'schema_name' | 'recipient'> &
  Partial<Pick<CrumbEvent, 'imported'>>;

/**
 * The subject on which an event is published. New crumbs of imported history have a sixth token, so that the filters of handlers that skip
 * them do not match: they are not even delivered there.
 */
export function eventSubject(event: AddressedEvent): string {
  const live = `crumbs.${token(event.workspace)}.${event.kind}.${schemaToken(event.schema_name)}.${optionalToken(event.recipient)}`;
  return event.imported === true && event.kind === 'created' ? `${live}.${IMPORTED}` : live;
}

/** Parses the subject of an event; null when it is not one of this protocol. `imported` is true for new crumbs of imported history, else absent. */
export function parseEventSubject(
  subject: string,
): { workspace: string; kind: string; schema_name: string; recipient?: string; imported?: true } | null {
  const [root, workspace, kind, schema, recipient, ...suffix] = subject.split('.');
  const isKnown = suffix.length === 0 || suffix.join('.') === IMPORTED;
  if (root !== 'crumbs' || !workspace || !kind || !schema || !recipient || !isKnown) return null;
  return {
    workspace: fromToken(workspace),
    kind,
    schema_name: schema.replaceAll('_', '.'),
    ...(recipient === ABSENT ? {} : { recipient: fromToken(recipient) }),
    ...(suffix.length === 0 ? {} : { imported: true }),
  };
}

/** The events that a durable selects; an absent field selects all. */
export interface EventSelection {
  readonly kinds?: readonly EventKind[];
  readonly schema?: string;
  readonly recipient?: string;
  /** Selects no new crumbs of imported history. Selections with a recipient never do. */
  readonly skipsImported?: boolean;
}

/** The one filter of a durable. Several event kinds do not fit into one filter: then it matches all kinds and the strategy filters. */
export function eventFilter({ kinds, schema, recipient, skipsImported = false }: EventSelection): string {
  const kind = kinds?.length === 1 ? (kinds[0] as EventKind) : '*';
  const mayBeImported = !skipsImported && (kind === '*' || kind === 'created');
  const anyone = mayBeImported ? '>' : '*';
  const schemas = schema === undefined ? '*' : schemaToken(schema);
  return `crumbs.*.${kind}.${schemas}.${recipient === undefined ? anyone : token(recipient)}`;
}

/** Parses a durable's filter; null for one that {@link eventFilter} never returns. `skipsImported` is true where new crumbs of imported history do not match, else absent. */
export function parseFilter(
  filter: string,
): { kind?: string; schema_name?: string; recipient?: string; skipsImported?: true } | null {
  const [, kind, schema, recipient] = /^crumbs\.\*\.([^.>]+)\.([^.>]+)\.([^.>]+|>)$/.exec(filter) ?? [];
  if (!kind || !schema || !recipient) return null;
  return {
    ...(kind === '*' ? {} : { kind }),
    ...(schema === '*' ? {} : { schema_name: schema.replaceAll('_', '.') }),
    ...(recipient === '*' || recipient === '>' ? {} : { recipient: fromToken(recipient) }),
    ...(recipient === '>' ? {} : { skipsImported: true }),
  };
}

/** All events of one workspace. */
export function workspaceEvents(workspace: string): string {
  return `crumbs.${token(workspace)}.>`;
}

/** Where a principal sends an operation's requests; the broker lets it publish only with its own name as the last token. */
export function requestSubject(operation: Pick<Operation, 'name'>, workspace: string, principal: string): string {
  return `${operation.name}.${token(workspace)}.${token(principal)}`;
}

/** Where each reader of the store announces itself to the senders of requests. */
export const READER_ANNOUNCEMENTS = 'readers.announced';

/** The subject of a request, or the pattern of a responder, for one reader of the store; `*` for the reader stands for all of them. */
export function readerSubject(reader: string, subject: string): string {
  return `reader.${reader === '*' ? reader : token(reader)}.${subject}`;
}

/** A request's subject with `*` for its workspace, and for the reader that it is sent to. */
export function anyWorkspace(subject: string): string {
  const tokens = subject.replace(/^reader\.[^.]+\./, 'reader.*.').split('.');
  return [...tokens.slice(0, -2), '*', tokens.at(-1)].join('.');
}

/** What the responder of an operation subscribes to: every workspace, every principal. */
export function requestPattern(operation: Pick<Operation, 'name'>): string {
  return `${operation.name}.*.*`;
}

/** The queue group in which the replicas of a service share an operation's requests. */
export function requestQueue(operation: Pick<Operation, 'name'>): string {
  return operation.name.slice(0, operation.name.indexOf('.'));
}

/**
 * The requester and its workspace, as enforced by the broker, also of a request to one reader; null when the subject is not one of this
 * protocol.
 */
export function parseRequestSubject(
  subject: string,
): { service: string; verb: string; workspace: string; principal: string } | null {
  const parts = subject.replace(/^reader\.[^.]+\./, '').split('.');
  const [service, verb, workspace, principal] = parts;
  if (parts.length !== 4 || !service || !verb || !workspace || !principal) return null;
  return { service, verb, workspace: fromToken(workspace), principal: fromToken(principal) };
}

/** Where the parts of a large request are sent: to the one instance that took the first part. */
export function partsSubject(service: string, instance: string, principal: string): string {
  return `parts.${service}.${instance}.${token(principal)}`;
}

/** All parts sent to one instance. */
export function partsPattern(service: string, instance: string): string {
  return `parts.${service}.${instance}.*`;
}

/** The principal that sent a part, as enforced by the broker. */
export function partsPrincipal(subject: string): string {
  return fromToken(subject.split('.')[3] ?? '');
}

/** The subject of one turn's token pieces. */
export function pieceSubject(workspace: string, session: string | undefined, turn: string): string {
  return `stream.${token(workspace)}.${optionalToken(session)}.${token(turn)}`;
}

/** The subject filter for the token pieces of one session, or of replies without a session. */
export function piecesPattern(workspace: string, session: string | undefined): string {
  return `stream.${token(workspace)}.${optionalToken(session)}.*`;
}

/** Where a late joiner requests the text of a turn so far. */
export function joinSubject(workspace: string, turn: string, principal: string): string {
  return `stream-join.${token(workspace)}.${token(turn)}.${token(principal)}`;
}

/** What a service that runs turns subscribes to for late joiners. */
export const JOINS = 'stream-join.*.*.*';

/** The workspace and turn that a late joiner asks about, and its principal. */
export function parseJoinSubject(subject: string): { workspace: string; turn: string; principal: string } | null {
  const parts = subject.split('.');
  const [root, workspace, turn, principal] = parts;
  if (root !== 'stream-join' || parts.length !== 4 || !workspace || !turn || !principal) return null;
  return { workspace: fromToken(workspace), turn: fromToken(turn), principal: fromToken(principal) };
}

/** A service's name as used in subjects, inboxes and durables: without dots. */
export function serviceName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw new TypeError(`"${name}" is not a valid service name: use a-z, 0-9 and dashes`);
  return name;
}

/** The prefix of a service's inboxes; the broker lets no other service subscribe there. */
export function inboxPrefix(service: string): string {
  return `_INBOX_${serviceName(service)}`;
}

/** The subject on which a service pulls the next message of its durable. */
export function pullSubject(durable: string): string {
  return `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`;
}

/** The subjects for acknowledgements of a durable: the current form, and the form with domain and account that servers use from 2.15. */
export function ackSubjects(durable: string): string[] {
  return [`$JS.ACK.${STREAM}.${durable}.>`, `$JS.ACK.*.*.${STREAM}.${durable}.>`];
}

/** The message id by which the stream detects an event that it already has. */
export function messageId(log: { readonly logId: string; readonly epoch: number }, position: number): string {
  return `${log.logId}:${log.epoch}:${position}`;
}

/** Parses the result of {@link messageId}; null for a message of another application. */
export function readMessageId(id: string): { logId: string; epoch: number; position: number } | null {
  const [, logId, epoch, position] = /^([^:]+):([0-9]+):([0-9]+)$/.exec(id) ?? [];
  return logId ? { logId, epoch: Number(epoch), position: Number(position) } : null;
}
