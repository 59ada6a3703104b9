/** Turns of an agent with a memory in a long session and in a short one, in turn on one stack, after its keeper has caught up with the history. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { Bus } = require('@crumbtrail/bus');
const { freePort } = require('@crumbtrail/setup');
const { scriptedModel } = require('@crumbtrail/testing');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../../setup/programs/postgres.js');
const { startPostgres } = require('../../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { oneTurn } = require('../bench-turns.js');
const { sumOf } = require('../metrics.js');
const { processorMilliseconds } = require('../processor-time.js');
const { median, quantile } = require('../statistics.js');
const { importAll, untilIndexed, withStack } = require('../system.js');
const { table } = require('../table.js');
const { KEEPER, untilKept } = require('./keeper-metrics.js');
const { inventTurns } = require('./long-session.js');

const USE =
  'npm run bench -- memory-turns [--turns 100,10000] [--warm-up 20] [--rounds 200] [--model-ms 500] [--postgres] [--json]';
const SHAPE = {
  turns: { type: 'string', default: '100,10000' },
  'warm-up': { type: 'string', default: '20' },
  rounds: { type: 'string', default: '200' },
  /** How long a model takes before it answers. Default: the built-in one, which answers at once. */
  'model-ms': { type: 'string' },
  postgres: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
};
/** Messages that a session must have, so that the window of its agent is full before the first turn. */
const LEAST_TURNS = 20;

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const turns = values.turns.split(',').map(Number);
  const [warmUp, rounds] = [Number(values['warm-up']), Number(values.rounds)];
  const areCounts = Number.isInteger(warmUp) && warmUp >= 0 && Number.isInteger(rounds) && rounds >= 1;
  const modelMs = values['model-ms'] === undefined ? null : Number(values['model-ms']);
  if (modelMs !== null && !(modelMs >= 0)) throw new ActionableError(`A model takes 0 ms or more: ${USE}`);
  if (turns.length !== 2 || !turns.every((one) => Number.isInteger(one) && one >= LEAST_TURNS) || !areCounts)
    throw new ActionableError(`Give two numbers of ${LEAST_TURNS} turns or more, and at least one round: ${USE}`);
  return { ...values, turns, warmUp, rounds, modelMs };
}

/** The messages of turns that were said before: each with its answer. */
function historyOf(turns, { session, agent }) {
  return turns.flatMap(({ text, at }) => [
    {
      schema_name: 'user.message.v1',
      author: { kind: 'user', id: 'ann' },
      session,
      occurred_at: at,
      context: { content: text },
    },
    {
      schema_name: 'agent.response.v1',
      author: { kind: 'agent', id: agent },
      session,
      occurred_at: at,
      context: { action: 'speak', content: 'I see.' },
    },
  ]);
}

/** An agent of its own for each session, so that none has the memory of another; the history is imported. */
async function beginSession(api, count, remembers) {
  const kind = remembers ? 'with' : 'without';
  const [agent, session] = [`agent-${kind}-${count}`, `talk-${kind}-${count}`];
  const subscriptions = [{ schema: 'user.message.v1' }];
  const memory = remembers ? { memory: { extract_only: true } } : {};
  await api.append({
    schema_name: 'agent.def.v1',
    context: { agent, prompt: 'You listen.', ...memory, subscriptions },
  });
  const members = [{ kind: 'agent', id: agent }];
  await api.append({ schema_name: 'session.v1', context: { name: session, members } });
  const turns = inventTurns(count);
  await importAll(api, historyOf(turns, { session, agent }));
  printStep(`${count} turns are there, ${kind} a memory`);
  return {
    agent,
    session,
    count,
    remembers,
    texts: turns.map(({ text }) => text),
    turns: [],
    processor: [],
    builds: [],
    searches: [],
  };
}

/** How much an agent remembers. */
async function sizeOf(api, { agent }) {
  const { memories } = await api.request('GET /v1/memory', { query: { agent, limit: 100 } });
  const of = (tier) => memories.filter((one) => one.tier === tier);
  const facts = (some) => some.reduce((sum, one) => sum + one.facts.length, 0);
  return {
    short_facts: facts(of('short')),
    sections: of('long').length,
    long_facts: facts(of('long')),
    kilobytes: JSON.stringify(memories.map((one) => one.facts)).length / 1024,
  };
}

const residentMegabytes = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** The mean lag of the keeper since these sums, in seconds, and the sums now. */
async function lagSince(metrics, before = { sum: 0, count: 0 }) {
  const [sum, count] = await Promise.all(
    ['sum', 'count'].map((one) => sumOf(metrics.keeper, `crumbtrail_memory_lag_seconds_${one}`)),
  );
  return { sum, count, mean: (sum - before.sum) / Math.max(1, count - before.count), written: count - before.count };
}

/** One turn and one preview in each session after the other, so that what else the machine does falls on all. */
async function talkInTurn({ api, from, pids }, sessions, { warmUp, rounds }) {
  for (let round = -warmUp; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? sessions : sessions.toReversed()) {
      const content = `${one.texts[(round + warmUp) % one.texts.length]} And ${round}?`;
      const before = processorMilliseconds(pids());
      const took = await oneTurn(from, one.session, content);
      const processor = processorMilliseconds(pids()) - before;
      const { milliseconds } = await api.preview({ agent: one.agent, session: one.session, content });
      if (round < 0) continue;
      one.turns.push(took);
      one.processor.push(processor);
      one.builds.push(milliseconds.total);
      one.searches.push(milliseconds.store);
    }
}

async function beginAll(api, { turns }) {
  const sessions = [];
  for (const remembers of [true, false])
    for (const count of turns) sessions.push(await beginSession(api, count, remembers));
  await untilIndexed(api);
  return sessions;
}

/** The median over all rounds of how much longer the long session took than the short one, in the same round. */
function ratioOf(sessions, remembers, measured) {
  const [short, long] = sessions.filter((one) => one.remembers === remembers);
  return median(long[measured].map((value, round) => value / short[measured][round]));
}

const ratiosOf = (sessions, measured) => ({
  with_memory: ratioOf(sessions, true, measured),
  without_memory: ratioOf(sessions, false, measured),
});

async function measure({ api, from, metrics, pids }, settings) {
  const sessions = await beginAll(api, settings);
  const backlogFrom = performance.now();
  for (const { session } of sessions) await oneTurn(from, session, 'What have I told you?');
  await untilKept(metrics);
  const backlogSeconds = (performance.now() - backlogFrom) / 1000;
  printStep(`the keeper has caught up with the history in ${backlogSeconds.toFixed(0)} s`);
  const before = { sizes: await Promise.all(sessions.map((one) => sizeOf(api, one))), lag: await lagSince(metrics) };
  await talkInTurn({ api, from, pids: () => Object.values(pids()) }, sessions, settings);
  await untilKept(metrics);
  const lag = await lagSince(metrics, before.lag);
  const sizes = await Promise.all(sessions.map((one) => sizeOf(api, one)));
  return {
    bench: 'memory-turns',
    model_ms: settings.modelMs,
    sessions: sessions.map(({ count, remembers, turns, processor, builds, searches }, at) => ({
      turns: count,
      remembers,
      median_ms: median(turns),
      p95_ms: quantile(turns, 0.95),
      processor_ms: median(processor),
      build_ms: median(builds),
      search_ms: median(searches),
      memory_before: before.sizes[at],
      memory: sizes[at],
    })),
    long_over_short: {
      turn: ratiosOf(sessions, 'turns'),
      processor: ratiosOf(sessions, 'processor'),
      build: ratiosOf(sessions, 'builds'),
    },
    backlog_seconds: backlogSeconds,
    lag: { compactions: lag.written, mean_seconds: lag.mean },
    keeper_megabytes: residentMegabytes(pids()[KEEPER]),
  };
}

const MEASURED = ['median_ms', 'p95_ms', 'processor_ms', 'build_ms', 'search_ms'];

const change = (before, after, name) => `${before[name].toFixed(0)} → ${after[name].toFixed(0)}`;

function reportOf({
  sessions,
  model_ms,
  long_over_short: { turn, processor, build },
  backlog_seconds,
  lag,
  keeper_megabytes,
}) {
  const rows = sessions.map(({ turns, remembers, memory_before, memory, ...measured }) => [
    turns.toLocaleString('en'),
    remembers ? 'with' : 'without',
    ...MEASURED.map((name) => measured[name].toFixed(1)),
    ...['short_facts', 'sections', 'long_facts', 'kilobytes'].map((name) => change(memory_before, memory, name)),
  ]);
  const titles = ['a turn, ms', '95 %', 'processor', 'a preview', 'in the store'];
  const held = ['short-term facts', 'sections', 'long-term facts', 'KiB'];
  const answers = model_ms === null ? 'at once' : `after ${model_ms} ms`;
  const times = ({ with_memory, without_memory }) =>
    `${with_memory.toFixed(3)} times with a memory, ${without_memory.toFixed(3)} times without one`;
  return [
    table([['turns before', 'memory', ...titles, ...held], ...rows]),
    `a model that answers ${answers}; long session over short one, median of rounds: a turn ${times(turn)}; its processor time ${times(processor)}; a preview ${times(build)}`,
    `keeper: ${backlog_seconds.toFixed(0)} s for the history; then ${lag.compactions} times behind, ${lag.mean_seconds.toFixed(2)} s on average (crumbtrail_memory_lag_seconds); ${keeper_megabytes.toFixed(0)} MiB resident`,
  ].join('\n');
}

/** Where the store and the keeper serve their metrics. */
async function openMetrics() {
  const [store, keeper] = [await freePort(), await freePort()];
  const services = {
    'breadcrumb-store': { env: { HEALTH_PORT: `${store}` } },
    [KEEPER]: { env: { HEALTH_PORT: `${keeper}` } },
  };
  const urlOf = (port) => `http://127.0.0.1:${port}/metrics`;
  return { services, metrics: { store: urlOf(store), keeper: urlOf(keeper) } };
}

module.exports = async function memoryTurns({ server, options }) {
  const settings = optionsOf(options);
  const postgres = settings.postgres ? await startPostgres(ensurePostgres()) : null;
  const { services, metrics } = await openMetrics();
  const model = settings.modelMs === null ? null : await scriptedModel({ say: 'I see.', delay_ms: settings.modelMs });
  const env = model ? { MODEL_BASE_URL: model.base_url, MODEL_NAME: 'scripted' } : {};
  const { PATH, HOME } = process.env;
  const outside = { PATH, HOME, ...(postgres ? { DATABASE_URL: postgres.url } : {}) };
  const work = async (api, stack) => {
    const password = readFileSync(join(stack.home, 'secrets', 'nats-gateway'), 'utf8');
    const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
    const from = { bus, key: stack.apiKey };
    const figures = await measure({ api, from, metrics, pids: () => stack.pids() }, settings);
    console.log(settings.json ? JSON.stringify(figures) : reportOf(figures));
    await bus.drain();
  };
  try {
    await withStack(server, work, { outside, services, env });
  } finally {
    await model?.close();
    await postgres?.stop();
  }
};
