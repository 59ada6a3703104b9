import {
  AGENT_EXECUTOR,
  BREADCRUMB_STORE,
  CONDUCTOR,
  CONTEXT_BUILDER,
  GATEWAY,
  maySend,
  MEMORY_KEEPER,
  OPERATIONS,
  type Operation,
  TOOL_RUNNER,
} from '@crumbtrail/contracts';
import {
  ackSubjects,
  anyWorkspace,
  turnEndsSubject,
  CRUMBS,
  DEFINITION_EVENTS,
  inboxPrefix,
  JOINS,
  MCP_SERVER_EVENTS,
  pullSubject,
  READER_ANNOUNCEMENTS,
  readerSubject,
  requestPattern,
  STREAM,
  token,
} from '../protocol/subjects';

/** The comment at the top of the printed file. */
export const CONFIG_COMMENT =
  'A user is a service: it sends requests under its own name, receives its own inbox, and pulls from its own durables.';

/**
 * What a user may do; the broker refuses everything else. `responses` limits how many replies it may send to a requester, and for how
 * long.
 */
export interface Grants {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  readonly responses?: { readonly max: number; readonly expires: string };
  /** Exceptions from what is allowed. */
  readonly denied?: { readonly publish: readonly string[]; readonly subscribe: readonly string[] };
}

/** What a user may do besides sending operations. */
interface Role {
  readonly publish?: readonly string[];
  readonly subscribe?: readonly string[];
  /** May answer requests, for its own operations or from late joiners. */
  readonly responds?: boolean;
  /** May receive the ends of the turns that it runs. */
  readonly followsTurnEnds?: boolean;
  /** Further durables, named `<name>-<suffix>`, besides the one with the service's own name. */
  readonly durables?: readonly string[];
}

const pieces = 'stream.*.*.*';
const agentRole: Role = {
  publish: [pieces],
  subscribe: [JOINS],
  followsTurnEnds: true,
  responds: true,
  // Results of tools that its turns requested; for an agent that runs as its own service, also requests of its own tools, decisions about them, and trials.
  durables: ['results', 'tools', 'approvals', 'tries'],
};

/** Services known by name; any other user is a custom agent, which executes turns. */
const roles: Readonly<Record<string, Role>> = {
  [CONDUCTOR]: {},
  [CONTEXT_BUILDER]: {
    responds: true,
    // Replies, which it grounds.
    durables: ['grounding'],
  },
  [AGENT_EXECUTOR]: agentRole,
  [TOOL_RUNNER]: {
    followsTurnEnds: true,
    responds: true,
    subscribe: [MCP_SERVER_EVENTS],
    // Results of nested tool requests, decisions about requests that wait for a person, operators' tool trials, and the events that keep the tool catalog current.
    durables: ['parts', 'approvals', 'tries', 'definitions', 'configs', 'erased', 'agents'],
  },
  [MEMORY_KEEPER]: {
    responds: true,
    // Replies, after each of which it checks the window of the agent; scopes that end, which it summarises; summaries that replace its own; and
    // messages that are erased, changed or left by their conversation, on which neither a memory nor a summary may rest.
    durables: ['replies', 'scopes', 'summaries', 'erased', 'changes', 'left'],
    subscribe: [DEFINITION_EVENTS],
  },
  [GATEWAY]: { subscribe: [CRUMBS, pieces] },
};

/** Every service that subscribes to events also has a durable for replays of its own dead letters. */
const REPLAYS = 'replays';

/** Services with a specific role. */
export const knownServices: readonly string[] = [BREADCRUMB_STORE, ...Object.keys(roles)];

const STORE_REQUESTS = 'store.*.*.*';

/** The subjects of the requests that a user sends, also to readers of the store where those answer them too. */
function requestsOf(user: string): string[] {
  const subjects = (operation: Operation): string[] => {
    const subject = `${operation.name}.*.${token(user)}`;
    return operation.replica === null ? [subject] : [subject, readerSubject('*', subject)];
  };
  return OPERATIONS.filter((operation) => maySend(operation, user)).flatMap(subjects);
}

const sentBy = new Map<string, ReadonlySet<string>>();

/** Whether the broker lets this user publish a request on this subject: asked where a request does not pass it. */
export function maySendRequest(user: string, subject: string): boolean {
  const patterns = sentBy.get(user) ?? new Set(requestsOf(user));
  sentBy.set(user, patterns);
  return patterns.has(anyWorkspace(subject));
}

/** Those who send requests that readers answer learn which readers there are. */
const announcementsFor = (sent: readonly Operation[]): string[] =>
  sent.some(({ replica }) => replica !== null) ? [READER_ANNOUNCEMENTS] : [];

function storeGrants(users: readonly string[]): Grants {
  const stream = ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'MSG.GET'].map(
    (verb) => `$JS.API.STREAM.${verb}.${STREAM}`,
  );
  const consumers = ['CREATE', 'DURABLE.CREATE', 'DELETE', 'INFO'].map(
    (verb) => `$JS.API.CONSUMER.${verb}.${STREAM}.>`,
  );
  const lists = ['LIST', 'NAMES'].map((verb) => `$JS.API.CONSUMER.${verb}.${STREAM}`);
  // Replies go to the requesters' inboxes by name rather than by allow_responses: the broker keeps an entry for every reply that is still
  // allowed and scans all of them, which the store's traffic would make slow.
  const inboxes = users.map((user) => `${inboxPrefix(user)}.>`);
  return {
    publish: [
      CRUMBS,
      ...stream,
      ...consumers,
      ...lists,
      ...inboxes,
      ...requestsOf(BREADCRUMB_STORE),
      READER_ANNOUNCEMENTS,
    ],
    subscribe: [
      STORE_REQUESTS,
      readerSubject('*', STORE_REQUESTS),
      `parts.${BREADCRUMB_STORE}.*.*`,
      `${inboxPrefix(BREADCRUMB_STORE)}.>`,
    ],
  };
}

/** The durables that a user pulls from unless its role says otherwise. */
export function defaultDurables(user: string): string[] {
  const { durables = [] } = roles[user] ?? agentRole;
  const names = durables.map((suffix) => `${user}-${suffix}`);
  return [user, ...names, `${user}-${REPLAYS}`];
}

/** What the broker lets a user do. `users` is the list of all users, because the store answers each of them. */
export function natsGrants(user: string, durables: readonly string[], users: readonly string[]): Grants {
  if (user === BREADCRUMB_STORE) return storeGrants(users);
  const role = roles[user] ?? agentRole;
  const self = token(user);
  const sent = OPERATIONS.filter((operation) => maySend(operation, user));
  const answered = OPERATIONS.filter(({ service }) => service === user).map(requestPattern);
  const parts = [...new Set([BREADCRUMB_STORE, ...sent.map(({ service }) => service)])];
  const joins = user === GATEWAY ? [`stream-join.*.*.${self}`] : [];
  const pulls = user === GATEWAY ? [] : durables.flatMap((durable) => [pullSubject(durable), ...ackSubjects(durable)]);
  return {
    publish: [
      ...requestsOf(user),
      ...parts.map((service) => `parts.${service}.*.${self}`),
      ...joins,
      ...pulls,
      ...(role.publish ?? []),
    ],
    subscribe: [
      `${inboxPrefix(user)}.>`,
      ...answered,
      ...announcementsFor(sent),
      ...(role.subscribe ?? []),
      ...(role.followsTurnEnds ? [turnEndsSubject(user)] : []),
      ...(role.responds ? [`parts.${user}.*.*`] : []),
    ],
    ...(role.responds ? { responses: { max: 256, expires: '1m' } } : {}),
  };
}
