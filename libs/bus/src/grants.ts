import { ackSubjects, turnEndsSubject, CRUMBS, inboxPrefix, JOINS, pullSubject, STREAM, token } from './subjects';

/** What stands at the head of the file for who reads it. */
export const PRINCIPALS =
  'A user is a service: it asks in its own name, hears its own inbox, and pulls its own durables.';

/** What a user may do; everything else is refused. `responses`: it may answer whoever asked it, so often and so long. */
export interface Grants {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  readonly responses?: { readonly max: number; readonly expires: string };
}

interface Role {
  /** Questions that it may ask, as `<service>.<verb>`. */
  readonly asks: readonly string[];
  readonly publish?: readonly string[];
  readonly subscribe?: readonly string[];
  readonly answers?: boolean;
  /** Hears the ends of the turns that it works on. */
  readonly closings?: boolean;
  /** Durables of its own beside the one that has its name: `<name>-<suffix>`. */
  readonly durables?: readonly string[];
}

const hearing = ['store.commit', 'store.read', 'store.list', 'store.history', 'store.subscribe', 'store.status'];
const pieces = 'stream.*.*.*';
const executing: Role = {
  asks: [...hearing, 'store.claim', 'store.search', 'store.trail', 'store.spent'],
  publish: [pieces],
  subscribe: [JOINS],
  closings: true,
  answers: true,
  // Results of tools that its turns asked for; and, for an agent that is a service, what its own tools are asked, and tried with.
  durables: ['results', 'tools', 'tries'],
};

const accounts = ['preview', 'replay', 'replan', 'diff', 'what-if'].map((verb) => `context-builder.${verb}`);
const doorAsks = [
  ...['commit', 'read', 'history', 'list', 'events', 'retrieve', 'search', 'turns', 'trail', 'status'],
  ...['who-am-i', 'create-key', 'list-keys', 'revoke-key', 'create-workspace', 'list-workspaces'],
  ...['influence', 'embeddings', 'open-turn', 'stop-turn', 'claim'],
].map((verb) => `store.${verb}`);

/** Services known by name; any other user is an agent of somebody's own, which executes turns. */
const roles: Readonly<Record<string, Role>> = {
  conductor: { asks: [...hearing, 'store.request-turns', 'store.trail'] },
  'context-builder': {
    asks: [
      ...hearing,
      ...['retrieve', 'foresee', 'search', 'trail', 'who-am-i', 'chunks', 'calibration'].map((verb) => `store.${verb}`),
    ],
    subscribe: ['context-builder.*.*.*'],
    answers: true,
  },
  'agent-executor': executing,
  'tool-runner': {
    asks: [...hearing, 'store.claim', 'store.search', 'store.trail', 'store.list-workspaces'],
    closings: true,
    // Results of parts of a tool's work; what operators try; and what the catalogue of tools follows.
    durables: ['parts', 'tries', 'definitions', 'configs', 'erased', 'agents'],
  },
  gateway: { asks: [...doorAsks, ...accounts], subscribe: [CRUMBS, pieces], publish: [] },
};

const STORE = 'breadcrumb-store';

/** Of whoever hears anything: dead letters of its own that are replayed. */
const REPLAYS = 'replays';

/** Services with a role of their own. */
export const services: readonly string[] = [STORE, ...Object.keys(roles)];

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
    subscribe: ['store.*.*.*', `parts.${STORE}.*.*`, `${inboxPrefix(STORE)}.>`],
  };
}

/** The durables that a user pulls, where nothing else is said. */
export function durablesOf(user: string): string[] {
  const { durables = [] } = roles[user] ?? executing;
  return [user, ...[...durables, REPLAYS].map((suffix) => `${user}-${suffix}`)];
}

/** What the broker lets a user do. `users` are all there are; the store answers each. */
export function grantsOf(user: string, durables: readonly string[], users: readonly string[]): Grants {
  if (user === STORE) return storeGrants(users);
  const role = roles[user] ?? executing;
  const self = token(user);
  const asks = role.asks.map((ask) => `${ask}.*.${self}`);
  const parts = [
    ...new Set([
      STORE,
      ...role.asks.filter((ask) => !ask.startsWith('store.')).map((ask) => ask.split('.')[0] as string),
    ]),
  ];
  const joins = user === 'gateway' ? [`stream-join.*.*.${self}`] : [];
  const road = user === 'gateway' ? [] : durables.flatMap((durable) => [pullSubject(durable), ...ackSubjects(durable)]);
  return {
    publish: [
      ...asks,
      ...parts.map((service) => `parts.${service}.*.${self}`),
      ...joins,
      ...road,
      ...(role.publish ?? []),
    ],
    subscribe: [
      `${inboxPrefix(user)}.>`,
      ...(role.subscribe ?? []),
      ...(role.closings ? [turnEndsSubject(user)] : []),
      ...(role.answers ? [`parts.${user}.*.*`] : []),
    ],
    ...(role.answers ? { responses: { max: 256, expires: '1m' } } : {}),
  };
}
