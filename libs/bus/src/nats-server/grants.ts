import {
  AGENT_EXECUTOR,
  BREADCRUMB_STORE,
  CONDUCTOR,
  CONTEXT_BUILDER,
  GATEWAY,
  maySend,
  OPERATIONS,
  TOOL_RUNNER,
} from '@crumbtrail/contracts';
import {
  ackSubjects,
  turnEndsSubject,
  CRUMBS,
  inboxPrefix,
  JOINS,
  pullSubject,
  STREAM,
  token,
} from '../protocol/subjects';

/** What stands at the head of the file for who reads it. */
export const CONFIG_COMMENT =
  'A user is a service: it asks in its own name, hears its own inbox, and pulls its own durables.';

/** What a user may do; everything else is refused. `responses`: it may answer whoever asked it, so often and so long. */
export interface Grants {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  readonly responses?: { readonly max: number; readonly expires: string };
}

/** What a user may do beside sending operations. */
interface Role {
  readonly publish?: readonly string[];
  readonly subscribe?: readonly string[];
  /** Answers requests, its own operations' or late joiners'. */
  readonly responds?: boolean;
  /** Is told of the ends of the turns that it works on. */
  readonly followsTurnEnds?: boolean;
  /** Durables of its own beside the one that has its name: `<name>-<suffix>`. */
  readonly durables?: readonly string[];
}

const pieces = 'stream.*.*.*';
const agentRole: Role = {
  publish: [pieces],
  subscribe: [JOINS],
  followsTurnEnds: true,
  responds: true,
  // Results of tools that its turns requested; and, for an agent that is a service, requests for its own tools, and trials of them.
  durables: ['results', 'tools', 'tries'],
};

/** Services known by name; any other user is an agent of somebody's own, which executes turns. */
const roles: Readonly<Record<string, Role>> = {
  [CONDUCTOR]: {},
  [CONTEXT_BUILDER]: { subscribe: ['context-builder.*.*.*'], responds: true },
  [AGENT_EXECUTOR]: agentRole,
  [TOOL_RUNNER]: {
    followsTurnEnds: true,
    // Results of parts of a tool's work; what operators try; and what the catalogue of tools follows.
    durables: ['parts', 'tries', 'definitions', 'configs', 'erased', 'agents'],
  },
  [GATEWAY]: { subscribe: [CRUMBS, pieces] },
};

/** Of whoever hears anything: dead letters of its own that are replayed. */
const REPLAYS = 'replays';

/** Services with a role of their own. */
export const knownServices: readonly string[] = [BREADCRUMB_STORE, ...Object.keys(roles)];

function storeGrants(users: readonly string[]): Grants {
  const stream = ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'MSG.GET'].map(
    (verb) => `$JS.API.STREAM.${verb}.${STREAM}`,
  );
  const consumers = ['CREATE', 'DURABLE.CREATE', 'DELETE', 'INFO'].map(
    (verb) => `$JS.API.CONSUMER.${verb}.${STREAM}.>`,
  );
  const lists = ['LIST', 'NAMES'].map((verb) => `$JS.API.CONSUMER.${verb}.${STREAM}`);
  // Answers go to the askers' inboxes by name, and not by allow_responses: the broker keeps a note of every reply that is
  // still allowed, and looks through all of them, which the store's traffic would make slow.
  const inboxes = users.map((user) => `${inboxPrefix(user)}.>`);
  return {
    publish: [CRUMBS, ...stream, ...consumers, ...lists, ...inboxes],
    subscribe: ['store.*.*.*', `parts.${BREADCRUMB_STORE}.*.*`, `${inboxPrefix(BREADCRUMB_STORE)}.>`],
  };
}

/** The durables that a user pulls, where nothing else is said. */
export function defaultDurables(user: string): string[] {
  const { durables = [] } = roles[user] ?? agentRole;
  return [user, ...[...durables, REPLAYS].map((suffix) => `${user}-${suffix}`)];
}

/** What the broker lets a user do. `users` are all there are; the store answers each. */
export function natsGrants(user: string, durables: readonly string[], users: readonly string[]): Grants {
  if (user === BREADCRUMB_STORE) return storeGrants(users);
  const role = roles[user] ?? agentRole;
  const self = token(user);
  const sent = OPERATIONS.filter((operation) => maySend(operation, user));
  const requests = sent.map(({ name }) => `${name}.*.${self}`);
  const parts = [...new Set([BREADCRUMB_STORE, ...sent.map(({ service }) => service)])];
  const joins = user === GATEWAY ? [`stream-join.*.*.${self}`] : [];
  const pulls = user === GATEWAY ? [] : durables.flatMap((durable) => [pullSubject(durable), ...ackSubjects(durable)]);
  return {
    publish: [
      ...requests,
      ...parts.map((service) => `parts.${service}.*.${self}`),
      ...joins,
      ...pulls,
      ...(role.publish ?? []),
    ],
    subscribe: [
      `${inboxPrefix(user)}.>`,
      ...(role.subscribe ?? []),
      ...(role.followsTurnEnds ? [turnEndsSubject(user)] : []),
      ...(role.responds ? [`parts.${user}.*.*`] : []),
    ],
    ...(role.responds ? { responses: { max: 256, expires: '1m' } } : {}),
  };
}
