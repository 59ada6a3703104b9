/** Runs one size of the build bench: Crumbtrail and the baseline alternate on the same questions, then Crumbtrail and LangChain.js. */
const { questionOf } = require('./build-data.js');
const { dice, median, quantile } = require('./statistics.js');

const AGENT = 'assistant';

/** Number of sessions that are active while others are idle. */
const ACTIVE = 8;
/** Warm-up questions for both: services run for days, so their hot code is compiled. */
const WARM_UP = 500;
/** Number of questions to LangChain.js, which takes some hundred times as long. */
const PEER_ROUNDS = 20;

/** Questions about some of the sessions in turn, warm-up questions first; the vector is that of the message that the question is about. */
async function questionsFor(raw, { rounds, sessions, seed }) {
  const roll = dice(seed);
  const first = Math.floor(roll() * sessions);
  const active = Math.min(ACTIVE, sessions);
  const questions = [];
  while (questions.length < WARM_UP + rounds) {
    const session = `s-${(first + (questions.length % active) * Math.floor(sessions / active)) % sessions}`;
    const rows = await raw.query('select text, emb::text as vector from bc where session_id = $1 order by id', [
      session,
    ]);
    const row = rows[Math.floor(roll() * rows.length)];
    questions.push({ session, vector: row.vector, question: questionOf(row.text, roll) });
  }
  return { questions, active };
}

async function timed(work) {
  const from = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - from };
}

async function floorOf({ hybrid, assembly, maxTokens }, asked) {
  const sql = await timed(() => hybrid(asked));
  const hand = await timed(() => assembly.assemble(sql.result, { question: asked.question, maxTokens }));
  return { sql: sql.milliseconds, build: sql.milliseconds + hand.milliseconds };
}

async function oursOf({ api, maxTokens }, { session, question }) {
  const asked = { agent: AGENT, session, content: question, budget: { max_tokens: maxTokens } };
  const { result, milliseconds } = await timed(() => api.preview(asked));
  const { total, store } = result.milliseconds;
  return { retrieve: store, build: total, http: milliseconds, queries: result.queries };
}

/** LangChain.js as documented, and with a token counter that caches. */
async function peersOf(peer, asked) {
  const question = { ...asked, vector: JSON.parse(asked.vector) };
  const usual = await peer.build({ ...question, counting: 'usual' });
  const cached = await peer.build({ ...question, counting: 'cached' });
  return { usual: usual.milliseconds, cached: cached.milliseconds };
}

const fill = (times, figures) => Object.entries(figures).forEach(([name, value]) => (times[name] ??= []).push(value));

/**
 * Sends the same questions to the baseline and to Crumbtrail in turn. The first of each session finds a cold cache and is reported
 * separately.
 */
async function besideFloor({ floor, ours }, { questions, active }) {
  const times = {};
  for (const [at, asked] of questions.entries()) {
    const theirs = await floorOf(floor, asked);
    const own = await oursOf(ours, asked);
    if (at < active) fill(times, { cold: own.build });
    if (at < WARM_UP) continue;
    fill(times, { sql: theirs.sql, floor: theirs.build, ...own });
  }
  return times;
}

/**
 * Sends the last questions to LangChain.js and to Crumbtrail in turn, separately: half a second of its work evicts the processor's
 * caches, which would distort the contenders that take milliseconds.
 */
async function besidePeer({ startPeer, ours }, { questions }) {
  const times = {};
  if (!startPeer) return times;
  const peer = await startPeer();
  try {
    for (const asked of questions.slice(-PEER_ROUNDS)) {
      fill(times, await peersOf(peer, asked));
      fill(times, { besidePeer: (await oursOf(ours, asked)).build });
    }
  } finally {
    peer.stop();
  }
  return times;
}

async function measureSize({ raw, ...contenders }, { rounds, sessions, seed }) {
  const asking = { rounds, ...(await questionsFor(raw, { rounds, sessions, seed })) };
  return { ...(await besideFloor(contenders, asking)), ...(await besidePeer(contenders, asking)) };
}

/** Medians and 95th percentiles, and their ratios. */
function figuresOf(times) {
  const middle = Object.fromEntries(
    Object.entries(times)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, { median: median(values), p95: quantile(values, 0.95) }]),
  );
  const over = (a, b) => (middle[a] && middle[b] ? middle[a].median / middle[b].median : null);
  return {
    milliseconds: middle,
    retrieve_over_sql: over('retrieve', 'sql'),
    build_over_floor: over('build', 'floor'),
    langchain_over_build: over('usual', 'besidePeer'),
    langchain_cached_over_build: over('cached', 'besidePeer'),
  };
}

const ms = (one) => (one ? one.median.toFixed(2) : '');
const ratio = (value) => (value === null ? '' : value.toFixed(2));

/** One row for each size: each contender beside its baseline. */
function rowsOf(sizes) {
  const own = ['SQL alone', 'our retrieval', '÷', 'SQL + by hand', 'our build', '÷', 'cold session'];
  const rows = sizes.map(({ size, milliseconds: at, ...over }) => [
    size.toLocaleString('en'),
    ms(at.sql),
    ms(at.retrieve),
    ratio(over.retrieve_over_sql),
    ms(at.floor),
    ms(at.build),
    ratio(over.build_over_floor),
    ms(at.cold),
    ms(at.http),
    ms(at.besidePeer),
    ms(at.usual),
    ratio(over.langchain_over_build),
    ms(at.cached),
    ratio(over.langchain_cached_over_build),
    at.queries.median,
  ]);
  return [
    [
      'crumbs',
      ...own,
      'over HTTP',
      'our build, in turn with',
      'LangChain.js',
      '÷ ours',
      'counts cached',
      '÷ ours',
      'queries',
    ],
    ...rows,
  ];
}

module.exports = { figuresOf, measureSize, rowsOf };
