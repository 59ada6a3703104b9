const { readdirSync, readFileSync, existsSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');

/** The environment variables of each service: those it needs, and no other service's secrets. */
const everyone = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'LOG_LEVEL',
  'ACK_WAIT_MS',
  'CLAIM_TTL_MS',
  'ASK_WITHIN_MS',
  'NATS_REQUESTS',
  /^MALLOC_/,
];
/**
 * How glibc hands out memory; other systems ignore it. Threads share two arenas in place of eight for each processor, and blocks from 128 KiB on go back to the system when they are freed:
 * messages and rows go from thread to thread, and what one thread frees of another's arena stays there.
 */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
const outward = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
const natsLogin = ['NATS_USER', /^NATS_PASSWORD/, /^NATS_CREDS/, /^NATS_TLS_/];

/** What agents that run as services declare of themselves in their package.json: `{ agent, environment?, ownProcess? }`. */
function declaredAgents(folder) {
  const manifests = readdirSync(folder).map((name) => join(folder, name, 'package.json'));
  const said = manifests.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')).crumbtrail);
  return said.filter((one) => one?.agent);
}

/** The agents that run as services, each with the environment variables that it is given. */
function agentsIn(folder) {
  const agents = declaredAgents(folder);
  const begins = (prefix) => ({ test: (name) => name.startsWith(prefix) });
  const knows = ({ environment = [] }) => [...outward, /^MODEL_/, /^EXECUTOR_/, ...environment.map(begins)];
  return Object.fromEntries(agents.map((one) => [one.agent, knows(one)]));
}

/** The services in the order they start; they stop in the opposite order. */
const services = {
  'breadcrumb-store': [
    ...outward,
    /^DATABASE_/,
    /^EMBEDDINGS/,
    /^API_KEY/,
    /^CELL_/,
    /^STREAM_/,
    /^RETRIEVAL_/,
    /^DISK_/,
    'NATS_REPLICAS',
  ],
  conductor: [/^CONDUCTOR_/],
  'context-builder': ['MODEL_CONTEXT_WINDOW', 'MODEL_NAME', 'RECALL_TIMEOUT_MS', /^BUILDER_/],
  'agent-executor': [
    ...outward,
    /^MODEL_/,
    /^EXECUTOR_/,
    /^SETTINGS_KEY/,
    /^A2A_KEYS/,
    /^AGENTS_NATS_(URL|USER|PASSWORD|CREDS)/,
  ],
  'tool-runner': [...outward, /^SETTINGS_KEY/, /^TOOL_/, /^MCP_/, /^VISIT_LINK_/, /^WEB_SEARCH_/],
  'memory-keeper': [/^MEMORY_/],
  ...agentsIn(join(root, 'services')),
  gateway: [
    'PORT',
    'HOST',
    'ALLOWED_HOSTS',
    'API_KEY_FILE',
    /^SETTINGS_KEY/,
    /^CELLS(_FILE)?$/,
    'PUBLIC_URL',
    /^A2A_CARD_KEY/,
    'KEY_REQUESTS_PER_SECOND',
    'KEY_MIB_PER_MINUTE',
    'WRONG_KEYS_PER_MINUTE',
    /^AGENTS_NATS_/,
    /^WEBHOOK_/,
  ],
};

const isAmong = (wanted) => (name) =>
  wanted.some((want) => (typeof want === 'string' ? want === name : want.test(name)));

const keep = (env, test) => Object.fromEntries(Object.entries(env).filter(([name]) => test(name)));

const pick = (env, wanted) => keep(env, isAmong(wanted));

/** The environment of one service: its part of `outside`, then the variables that the supervisor sets in `own`. */
function serviceEnv(service, { outside, own }) {
  const shared = [...everyone, /^OTEL_/, /^CRUMBTRAIL_/, ...(outside.NATS_URL ? natsLogin : [])];
  return { ...memory, ...pick(outside, [...shared, ...services[service]]), ...own, CRUMBTRAIL_SUPERVISED: '1' };
}

/** The environment of a process that several services share: nothing that only some of them may see. Each service is given its own part beside it. */
function hostEnv({ outside, own }) {
  const isOfSome = isAmong([...Object.values(services).flat(), ...natsLogin]);
  return {
    ...memory,
    ...pick(outside, [...everyone, /^OTEL_/]),
    ...keep(own, (name) => !isOfSome(name)),
    CRUMBTRAIL_SUPERVISED: '1',
  };
}

/** Does a service want a process of its own, also where the others share one? */
const runsAlone = (name) =>
  declaredAgents(join(root, 'services')).some(({ agent, ownProcess }) => agent === name && ownProcess === true);

module.exports = { agentsIn, hostEnv, runsAlone, serviceEnv, serviceNames: Object.keys(services) };
