/** How many turns a second a stack answers with 1, 2 and 4 copies of the services that do a turn's work, on one Postgres, with a model of zero latency. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { Bus } = require('@crumbtrail/bus');
const { Commit } = require('@crumbtrail/contracts');
const { startStack } = require('@crumbtrail/setup');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { processorMilliseconds } = require('./processor-time.js');
const { ownDatabase } = require('./raw-database.js');
const { median, quantile } = require('./statistics.js');
const { table } = require('./table.js');

const USE = 'npm run bench -- scale [--copies 1,2,4] [--sessions 200] [--messages 3] [--rounds 3] [--json]';
const SHAPE = {
  copies: { type: 'string', default: '1,2,4' },
  sessions: { type: 'string', default: '200' },
  messages: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '3' },
  json: { type: 'boolean', default: false },
};
/** The services that are copied. */
const COPIED = ['agent-executor', 'context-builder'];
/** An answer that takes longer than this ends the measurement, in milliseconds. */
const WITHIN_MS = 120_000;

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const copies = values.copies.split(',').map(Number);
  const [sessions, messages, rounds] = [values.sessions, values.messages, values.rounds].map(Number);
  if (![...copies, sessions, messages, rounds].every((one) => Number.isInteger(one) && one >= 1))
    throw new ActionableError(`Give whole numbers of 1 or more: ${USE}`);
  return { copies, sessions, messages, rounds, json: values.json };
}

async function start({ home, server, url }, copies) {
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url };
  const services = Object.fromEntries(COPIED.map((name) => [name, { replicas: copies }]));
  const stack = await startStack({ home, server, outside, services, env: { LOG_LEVEL: 'warn' } });
  const password = readFileSync(join(home, 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  const stop = async () => {
    await bus.drain();
    await stack.stop();
  };
  return { bus, key: stack.apiKey, pids: () => stack.pids(), stop };
}

/** Resolves promises of answers by the trails of their messages; an answer can come before its message is acknowledged. */
class Answers {
  #come = new Set();
  #waiting = new Map();

  constructor(bus) {
    this.end = bus.subscribeEvents('default', ({ schema_name, trail_id }) => {
      if (schema_name !== 'agent.response.v1') return;
      this.#come.add(trail_id);
      this.#waiting.get(trail_id)?.();
    });
  }

  /** Resolves once the trail of a message has an answer; rejects after {@link WITHIN_MS}. */
  async of(trail) {
    if (this.#come.has(trail)) return;
    await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`the trail ${trail} has no answer after ${WITHIN_MS / 1000} s`));
      const timer = setTimeout(fail, WITHIN_MS);
      this.#waiting.set(trail, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** One session: each message is sent when the one before it is answered. Resolves to the milliseconds that each answer took. */
async function talk({ bus, key, answers }, session, messages) {
  const times = [];
  for (let n = 1; n <= messages; n++) {
    const draft = {
      schema_name: 'user.message.v1',
      session,
      context: { content: `Message ${n} of ${session}: where did I put the key?` },
    };
    const from = performance.now();
    const { results } = await bus.request(Commit, 'default', { writes: [{ op: 'create', draft }] }, { key });
    await answers.of(results[0].id);
    times.push(performance.now() - from);
  }
  return times;
}

/** Processor milliseconds of each service so far; copies of a service are added up. */
function processorByService(pids) {
  const byService = new Map();
  for (const [instance, pid] of Object.entries(pids)) {
    const name = instance.replace(/-\d+$/, '');
    byService.set(name, (byService.get(name) ?? 0) + processorMilliseconds([pid]));
  }
  return byService;
}

async function measureOnce(place, copies, { sessions, messages, round }) {
  const stack = await start(place, copies);
  const answers = new Answers(stack.bus);
  const all = (count, prefix) =>
    Promise.all(
      Array.from({ length: sessions }, (_, at) => talk({ ...stack, answers }, `scale-${prefix}-${at}`, count)),
    );
  try {
    await all(1, `warm-up-${round}-${copies}`);
    const before = processorByService(stack.pids());
    const from = performance.now();
    const times = (await all(messages, `${round}-${copies}`)).flat();
    const seconds = (performance.now() - from) / 1000;
    const after = processorByService(stack.pids());
    const spent = [...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / times.length]);
    return { rate: times.length / seconds, p50: median(times), p95: quantile(times, 0.95), spent };
  } finally {
    answers.end();
    await stack.stop();
  }
}

/** The medians of the rounds with so many copies. */
function summarise(copies, rounds) {
  const of = (name) => median(rounds.map((one) => one[name]));
  const spent = rounds[0].spent.map(([name], at) => [name, median(rounds.map((one) => one.spent[at][1]))]);
  return { copies, rate: of('rate'), p50: of('p50'), p95: of('p95'), processor: Object.fromEntries(spent) };
}

function report(settings, sizes) {
  const names = Object.keys(sizes[0].processor);
  const rows = sizes.map(({ copies, rate, p50, p95, processor }) => [
    copies,
    rate.toFixed(1),
    (rate / sizes[0].rate).toFixed(2),
    p50.toFixed(0),
    p95.toFixed(0),
    ...names.map((name) => processor[name].toFixed(1)),
  ]);
  console.log(
    `\nanswers with a model of zero latency on Postgres, ${availableParallelism()} processors: ${settings.sessions} sessions at once, ` +
      `${settings.messages} messages each, medians of ${settings.rounds} rounds in turn; on the right, processor milliseconds an answer`,
  );
  console.log(
    table([[`copies of ${COPIED.join(', ')}`, 'answers/s', '÷ first', 'p50 ms', 'p95 ms', ...names], ...rows]),
  );
}

async function measure(settings, { url, server }) {
  const database = await ownDatabase(url);
  const place = { home: mkdtempSync(join(tmpdir(), 'crumbtrail-bench-scale-')), server, url: database.url };
  const measured = settings.copies.map((copies) => ({ copies, rounds: [] }));
  try {
    for (let round = 1; round <= settings.rounds; round++)
      for (const { copies, rounds } of measured) {
        const one = await measureOnce(place, copies, { ...settings, round });
        rounds.push(one);
        printStep(`round ${round}, ${copies} of each: ${one.rate.toFixed(1)} answers/s`);
      }
  } finally {
    await database.drop();
    rmSync(place.home, { recursive: true, force: true });
  }
  const sizes = measured.map(({ copies, rounds }) => summarise(copies, rounds));
  if (settings.json) console.log(JSON.stringify({ bench: 'scale', sizes }));
  else report(settings, sizes);
}

module.exports = async function scale({ server, options }) {
  const settings = optionsOf(options);
  const postgres = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => undefined }
    : await startPostgres(ensurePostgres());
  try {
    await measure(settings, { url: postgres.url, server });
  } finally {
    await postgres.stop();
  }
};
