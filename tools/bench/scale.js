/**
 * How many turns a second a stack answers with 1, 2 and 4 copies of the services that do a turn's work, without readers and with as many on a
 * streaming replica, with a model of zero latency.
 */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { availableParallelism, tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { Bus } = require('@crumbtrail/bus');
const { Commit } = require('@crumbtrail/contracts');
const { startStack } = require('@crumbtrail/setup');
const { ReaderProcess } = require('@crumbtrail/testing');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres, startReplica } = require('../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { processorMilliseconds } = require('./processor-time.js');
const { openRaw, ownDatabase, storeSettings } = require('./raw-database.js');
const { median, quantile } = require('./statistics.js');
const { table } = require('./table.js');

const USE =
  'npm run bench -- scale [--copies 1,2,4] [--no-readers] [--sessions 200] [--messages 3] [--rounds 3] [--json]';
const SHAPE = {
  copies: { type: 'string', default: '1,2,4' },
  sessions: { type: 'string', default: '200' },
  messages: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '3' },
  'no-readers': { type: 'boolean', default: false },
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
  const sizes = copies.flatMap((each) =>
    (values['no-readers'] ? [0] : [0, each]).map((readers) => ({ copies: each, readers })),
  );
  return { sizes, sessions, messages, rounds, json: values.json };
}

/** The same database on another server. */
const databaseOn = (server, url) => Object.assign(new URL(server), { pathname: new URL(url).pathname }).href;

async function start({ home, server, url, replica }, { copies, readers: count }) {
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME, ...storeSettings(url) };
  const services = Object.fromEntries(COPIED.map((name) => [name, { replicas: copies }]));
  const stack = await startStack({ home, server, outside, services, env: { LOG_LEVEL: 'warn' } });
  const settings = replica && storeSettings(databaseOn(replica, url));
  const readers = await Promise.all(Array.from({ length: count }, () => ReaderProcess.start(stack, settings)));
  const password = readFileSync(join(home, 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  const stop = async () => {
    await bus.drain();
    await Promise.all(readers.map((reader) => reader.stop()));
    await stack.stop();
  };
  const pids = () => [
    ...Object.entries(stack.pids()).map(([instance, pid]) => [instance.replace(/-\d+$/, ''), pid]),
    ...readers.map(({ pid }) => ['breadcrumb-reader', pid]),
  ];
  return { bus, key: stack.apiKey, pids, stop };
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

/** The processes of a Postgres of this machine. */
async function serverPids(name, url) {
  const server = await openRaw({ url });
  const rows = await server.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  await server.close();
  return rows.map(({ pid }) => [name, pid]);
}

/** Processor milliseconds of each process so far: [name, pid, milliseconds]. */
async function readProcessors(stack, { servers }) {
  const all = await Promise.all(Object.entries(servers).map(([name, url]) => serverPids(name, url)));
  return [...stack.pids(), ...all.flat()].map(([name, pid]) => [name, pid, processorMilliseconds([pid])]);
}

/** What was spent between two readings, by name; a process that has ended between them is not counted. */
function spentBetween(before, after) {
  const had = new Map(before.map(([, pid, ms]) => [pid, ms]));
  const byName = new Map();
  for (const [name, pid, ms] of after) byName.set(name, (byName.get(name) ?? 0) + ms - (had.get(pid) ?? 0));
  return byName;
}

async function measureOnce(place, size, { sessions, messages, round }) {
  const stack = await start(place, size);
  const answers = new Answers(stack.bus);
  const name = `${round}-${size.copies}-${size.readers}`;
  const all = (count, prefix) =>
    Promise.all(
      Array.from({ length: sessions }, (_, at) => talk({ ...stack, answers }, `scale-${prefix}-${at}`, count)),
    );
  try {
    await all(1, `warm-up-${name}`);
    const before = await readProcessors(stack, place);
    const from = performance.now();
    const times = (await all(messages, name)).flat();
    const seconds = (performance.now() - from) / 1000;
    const spent = spentBetween(before, await readProcessors(stack, place));
    for (const [service, ms] of spent) spent.set(service, ms / times.length);
    return { rate: times.length / seconds, p50: median(times), p95: quantile(times, 0.95), spent };
  } finally {
    answers.end();
    await stack.stop();
  }
}

/** The medians of the rounds of one size. */
function summarise({ size, rounds }) {
  const of = (name) => median(rounds.map((one) => one[name]));
  const names = [...rounds[0].spent.keys()];
  const processor = names.map((name) => [name, median(rounds.map(({ spent }) => spent.get(name) ?? 0))]);
  return { ...size, rate: of('rate'), p50: of('p50'), p95: of('p95'), processor: Object.fromEntries(processor) };
}

function report(settings, sizes) {
  const names = [...new Set(sizes.flatMap(({ processor }) => Object.keys(processor)))];
  const rows = sizes.map(({ copies, readers, rate, p50, p95, processor }) => [
    copies,
    readers,
    rate.toFixed(1),
    (rate / sizes[0].rate).toFixed(2),
    p50.toFixed(0),
    p95.toFixed(0),
    ...names.map((name) => processor[name]?.toFixed(1) ?? '–'),
  ]);
  console.log(
    `\nanswers with a model of zero latency on Postgres, ${availableParallelism()} processors: ${settings.sessions} sessions at once, ` +
      `${settings.messages} messages each, medians of ${settings.rounds} rounds in turn; on the right, processor milliseconds an answer`,
  );
  const head = [`copies of ${COPIED.join(', ')}`, 'readers', 'answers/s', '÷ first', 'p50 ms', 'p95 ms', ...names];
  console.log(table([head, ...rows]));
}

async function measure(settings, { servers, server }) {
  const database = await ownDatabase(servers.postgres);
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-scale-'));
  const place = { home, server, servers, url: database.url, replica: servers.replica };
  const measured = settings.sizes.map((size) => ({ size, rounds: [] }));
  try {
    for (let round = 1; round <= settings.rounds; round++)
      for (const { size, rounds } of measured) {
        const one = await measureOnce(place, size, { ...settings, round });
        rounds.push(one);
        printStep(`round ${round}, ${size.copies} of each, ${size.readers} readers: ${one.rate.toFixed(1)} answers/s`);
      }
  } finally {
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  }
  const sizes = measured.map(summarise);
  if (settings.json) console.log(JSON.stringify({ bench: 'scale', sizes }));
  else report(settings, sizes);
}

module.exports = async function scale({ server, options }) {
  const settings = optionsOf(options);
  const bin = ensurePostgres();
  const primary = await startPostgres(bin);
  const needsReplica = settings.sizes.some(({ readers }) => readers > 0);
  const replica = needsReplica ? await startReplica(bin, primary.url, ['hot_standby_feedback=on']) : null;
  try {
    const servers = { postgres: primary.url, ...(replica ? { replica: replica.url } : {}) };
    await measure(settings, { servers, server });
  } finally {
    await replica?.stop();
    await primary.stop();
  }
};
