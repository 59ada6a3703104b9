/** What each station gets to know of the environment: what it needs, and no other station's secrets. */
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
];
const outward = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
const natsLogin = ['NATS_USER', 'NATS_PASSWORD', 'NATS_PASSWORD_FILE'];

/** The stations in the order they start; they stop in the opposite order. */
const stations = {
  'breadcrumb-store': [...outward, /^DATABASE_/, /^EMBEDDINGS/, /^API_KEY/, /^STREAM_/, /^RETRIEVAL_/],
  conductor: [],
  'context-builder': ['MODEL_CONTEXT_WINDOW', /^BUILDER_/],
  'agent-executor': [...outward, /^MODEL_/, /^EXECUTOR_/],
  gateway: ['PORT', 'HOST'],
};

function pick(env, wanted) {
  const matches = (name) => wanted.some((want) => (want instanceof RegExp ? want.test(name) : want === name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => matches(name)));
}

/** The environment of one station: its share of `outside`, then what the supervisor gives it in `own`. */
function stationEnv(station, { outside, own }) {
  const shared = [...everyone, /^OTEL_/, /^CRUMBTRAIL_/, ...(outside.NATS_URL ? natsLogin : [])];
  return { ...pick(outside, [...shared, ...stations[station]]), ...own, CRUMBTRAIL_SUPERVISED: '1' };
}

module.exports = { stationEnv, stationNames: Object.keys(stations) };
