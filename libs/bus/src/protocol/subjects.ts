import { type Operation, type CrumbEvent, type EventKind, refuse } from '@crumbtrail/contracts';

/** The one stream. */
export const STREAM = 'CRUMBS';
/** Everything that the stream keeps. */
export const CRUMBS = 'crumbs.>';
/** Where nobody or nothing particular is meant. Names never start with it, so it is never taken. */
const ABSENT = '_';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/**
 * A name as one subject token. Names may hold dots, which separate tokens, so a dot travels as a colon, which no name
 * holds. Refuses what is no name, so that no caller can smuggle in a wildcard or another token.
 */
export function token(name: string): string {
  if (!NAME.test(name)) {
    throw refuse(
      'invalid_payload',
      `"${name}" is no name: use 1 to 64 of a-z, 0-9, dot, dash and underscore, starting with a letter or digit`,
    );
  }
  return name.replaceAll('.', ':');
}

const fromToken = (text: string): string => text.replaceAll(':', '.');
const optionalToken = (name: string | undefined): string => (name === undefined ? ABSENT : token(name));
const schemaToken = (schema: string): string => schema.replaceAll('.', '_');

/**
 * Ends of turns, whoever ended them: work on a turn that is over is called off. The runner of tools hears them all, whoever runs
 * turns those of its own: the pool's, or of the one agent that it is.
 */
export function turnEndsSubject(service: string): string {
  const runners: Readonly<Record<string, string>> = { 'tool-runner': '*', 'agent-executor': 'pool' };
  return `crumbs.*.created.agent_response_v1.${runners[service] ?? token(service)}`;
}

/** Where an event is announced. */
export function eventSubject(event: Pick<CrumbEvent, 'workspace' | 'kind' | 'schema_name' | 'recipient'>): string {
  return `crumbs.${token(event.workspace)}.${event.kind}.${schemaToken(event.schema_name)}.${optionalToken(event.recipient)}`;
}

/** What the subject of an event says; null when it is none of ours. */
export function parseEventSubject(
  subject: string,
): { workspace: string; kind: string; schema_name: string; recipient?: string } | null {
  const parts = subject.split('.');
  const [root, workspace, kind, schema, recipient] = parts;
  if (root !== 'crumbs' || parts.length !== 5 || !workspace || !kind || !schema || !recipient) return null;
  const known = { workspace: fromToken(workspace), kind, schema_name: schema.replaceAll('_', '.') };
  return recipient === ABSENT ? known : { ...known, recipient: fromToken(recipient) };
}

/** What a durable hears; every field absent means all. */
export interface EventSelection {
  readonly kinds?: readonly EventKind[];
  readonly schema?: string;
  readonly recipient?: string;
}

/** The one filter of a durable. Several kinds cannot be one filter: then it hears all and the strategy picks. */
export function eventFilter(heard: EventSelection): string {
  const kind = heard.kinds?.length === 1 ? heard.kinds[0] : '*';
  const schema = heard.schema === undefined ? '*' : schemaToken(heard.schema);
  const recipient = heard.recipient === undefined ? '*' : token(heard.recipient);
  return `crumbs.*.${kind}.${schema}.${recipient}`;
}

/** What a durable's filter hears; null for one that {@link eventFilter} never makes. */
export function parseFilter(filter: string): { kind?: string; schema_name?: string; recipient?: string } | null {
  const [, kind, schema, recipient] = /^crumbs\.\*\.([^.>]+)\.([^.>]+)\.([^.>]+)$/.exec(filter) ?? [];
  if (!kind || !schema || !recipient) return null;
  return {
    ...(kind === '*' ? {} : { kind }),
    ...(schema === '*' ? {} : { schema_name: schema.replaceAll('_', '.') }),
    ...(recipient === '*' ? {} : { recipient: fromToken(recipient) }),
  };
}

/** All events of one workspace. */
export function workspaceEvents(workspace: string): string {
  return `crumbs.${token(workspace)}.>`;
}

/** Where a principal sends an operation's requests; the broker lets it publish only with its own name at the end. */
export function requestSubject(operation: Pick<Operation, 'name'>, workspace: string, principal: string): string {
  return `${operation.name}.${token(workspace)}.${token(principal)}`;
}

/** What the responder of an operation subscribes to: every workspace, every principal. */
export function requestPattern(operation: Pick<Operation, 'name'>): string {
  return `${operation.name}.*.*`;
}

/** The queue group that shares an operation's requests among the replicas of its service. */
export function requestQueue(operation: Pick<Operation, 'name'>): string {
  return operation.name.slice(0, operation.name.indexOf('.'));
}

/** Who asks and where, as the broker vouches for it; null when the subject is none of ours. */
export function parseRequestSubject(
  subject: string,
): { service: string; verb: string; workspace: string; principal: string } | null {
  const parts = subject.split('.');
  const [service, verb, workspace, principal] = parts;
  if (parts.length !== 4 || !service || !verb || !workspace || !principal) return null;
  return { service, verb, workspace: fromToken(workspace), principal: fromToken(principal) };
}

/** Where the parts of a large request go: to the one instance that took the first part. */
export function partsSubject(service: string, instance: string, principal: string): string {
  return `parts.${service}.${instance}.${token(principal)}`;
}

/** All parts sent to one instance. */
export function partsPattern(service: string, instance: string): string {
  return `parts.${service}.${instance}.*`;
}

/** The principal that sent a part, as the broker vouches for it. */
export function partsPrincipal(subject: string): string {
  return fromToken(subject.split('.')[3] ?? '');
}

/** Token pieces of one turn. */
export function pieceSubject(workspace: string, session: string | undefined, turn: string): string {
  return `stream.${token(workspace)}.${optionalToken(session)}.${token(turn)}`;
}

/** All token pieces of one session, or of what has no session. */
export function piecesPattern(workspace: string, session: string | undefined): string {
  return `stream.${token(workspace)}.${optionalToken(session)}.*`;
}

/** Where a late joiner asks for the text so far of a turn. */
export function joinSubject(workspace: string, turn: string, principal: string): string {
  return `stream-join.${token(workspace)}.${token(turn)}.${token(principal)}`;
}

/** What whoever runs turns listens to for late joiners. */
export const JOINS = 'stream-join.*.*.*';

/** The workspace and turn that a late joiner asks about, and who it is. */
export function parseJoinSubject(subject: string): { workspace: string; turn: string; principal: string } | null {
  const parts = subject.split('.');
  const [root, workspace, turn, principal] = parts;
  if (root !== 'stream-join' || parts.length !== 4 || !workspace || !turn || !principal) return null;
  return { workspace: fromToken(workspace), turn: fromToken(turn), principal: fromToken(principal) };
}

/** A service's name, as it stands in subjects, inboxes and durables: no dots. */
export function serviceName(name: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw new TypeError(`"${name}" is no service name: use a-z, 0-9 and dashes`);
  return name;
}

/** The prefix of a service's inboxes; the broker lets nobody else listen there. */
export function inboxPrefix(service: string): string {
  return `_INBOX_${serviceName(service)}`;
}

/** Where a service pulls the next message of its durable. */
export function pullSubject(durable: string): string {
  return `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`;
}

/** Where acknowledgements of a durable go: today's form, and the form with domain and account that servers use from 2.15. */
export function ackSubjects(durable: string): string[] {
  return [`$JS.ACK.${STREAM}.${durable}.>`, `$JS.ACK.*.*.${STREAM}.${durable}.>`];
}

/** The message id by which the stream knows an event it has already. */
export function messageId(log: { readonly logId: string; readonly epoch: number }, position: number): string {
  return `${log.logId}:${log.epoch}:${position}`;
}

/** What {@link messageId} made; null for a message of somebody else's. */
export function readMessageId(id: string): { logId: string; epoch: number; position: number } | null {
  const [, logId, epoch, position] = /^([^:]+):([0-9]+):([0-9]+)$/.exec(id) ?? [];
  return logId ? { logId, epoch: Number(epoch), position: Number(position) } : null;
}
