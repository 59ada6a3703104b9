/**
 * Compares appends over the bus with inserting the same rows by hand in groups of the same size: of one log, or of several side by side, each
 * with a database, a store and a NATS server of its own.
 */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Bus } = require('@crumbtrail/bus');
const { Commit, Status } = require('@crumbtrail/contracts');
const { parseArgs } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const { freePort, startStack } = require('@crumbtrail/setup');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { ActionableError } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { openRaw, ownDatabase, storeSettings } = require('./raw-database.js');
const { appendStatement, messageRows } = require('./rows.js');
const { commitsOf } = require('./metrics.js');
const { median, quantile, short } = require('./statistics.js');

const USE = 'npm run bench -- append [--logs 1,2,4]';
const CLIENTS = 64;
const ROUNDS = 7;
const CRUMBS = 3_200;
const CONTENT =
  'The deploy failed at step three because the token had expired; I renewed it and started again. '.repeat(3);
const others = {
  conductor: false,
  'context-builder': false,
  'agent-executor': false,
  'memory-keeper': false,
  'tool-runner': false,
  gateway: false,
};

async function startStore({ home, server, url }) {
  const port = await freePort();
  const env = { HEALTH_PORT: `${port}`, LOG_LEVEL: 'warn', ...storeSettings(url) };
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME };
  const stack = await startStack({ home, server, outside, services: others, env });
  return { stack, metrics: `http://127.0.0.1:${port}/metrics` };
}

/** 64 clients, on one connection for each log, append the next crumb as soon as the previous one is acknowledged. */
async function ours(logs) {
  const readCommits = async () => Promise.all(logs.map(({ metrics }) => commitsOf(metrics)));
  const before = await readCommits();
  const times = [];
  let left = CRUMBS;
  const client = async (name) => {
    const { bus, key } = logs[name % logs.length];
    while (left-- > 0) {
      const draft = { schema_name: 'user.message.v1', session: `s-${name}`, context: { content: CONTENT } };
      const from = performance.now();
      await bus.request(Commit, 'default', { writes: [{ op: 'create', draft }] }, { key });
      times.push(performance.now() - from);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i)));
  const seconds = (performance.now() - from) / 1000;
  const commits = (await readCommits()).reduce((sum, after, at) => sum + after - before[at], 0);
  return { rate: CRUMBS / seconds, group: CRUMBS / commits, p50: median(times), p99: quantile(times, 0.99) };
}

/** Waits until relay and index have caught up, so that they do not disturb the baseline. */
async function settled(bus) {
  for (;;) {
    const { head, relayed, indexed, embedded } = await bus.request(Status, 'default', {});
    if (Math.min(relayed, indexed, embedded) >= head) return;
    await pause(200);
  }
}

/** Inserts prepared rows in transactions of `group` messages. */
async function insert({ raw, statement }, group, crumbs) {
  const size = Math.max(1, Math.round(group));
  const [{ position: start }] = await raw.query('select position from log_head');
  for (let done = 0; done < crumbs; done += size) {
    const count = Math.min(size, crumbs - done);
    const position = Number(start) + done;
    const rows = messageRows({ workspace: 'default', session: 's-1', content: CONTENT, position, count });
    await raw.query('begin');
    await raw.query('select position from log_head for update');
    await raw.query(statement, [...rows, position + count]);
    await raw.query('commit');
  }
}

/** The same rows by hand, on one connection for each log. */
async function floor(logs, group) {
  const from = performance.now();
  await Promise.all(logs.map((log) => insert(log, group, CRUMBS / logs.length)));
  return { rate: CRUMBS / ((performance.now() - from) / 1000) };
}

function report(rounds, { kind, logs }) {
  const ratios = rounds.map(({ ours: one, floor: raw }) => one.rate / raw.rate);
  const many = logs === 1 ? '' : `, ${logs} logs`;
  console.log(
    `\nappend on ${kind}${many}: ${CLIENTS} clients on the bus, ${CRUMBS} crumbs a round, ours and floor in turn`,
  );
  for (const [i, { ours: one, floor: raw }] of rounds.entries()) {
    console.log(
      `  round ${i + 1}: ours ${short(one.rate)}/s (p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms, ` +
        `${one.group.toFixed(1)} a commit)   floor ${short(raw.rate)}/s   ratio ${ratios[i].toFixed(2)}`,
    );
  }
  const middle = (name) => short(median(rounds.map((one) => one[name].rate)));
  console.log(
    `  medians: ours ${middle('ours')}/s, floor ${middle('floor')}/s; ` +
      `ratio ${median(ratios).toFixed(2)} of the floor's rows per second (the aim: at least 0.55)`,
  );
}

/** One log: a store with its NATS server, and the same tables for the floor. */
async function openLog({ server, beside }) {
  const homes = ['ours', 'floor'].map((name) => mkdtempSync(join(tmpdir(), `crumbtrail-bench-${name}-`)));
  const databases = [await ownDatabase(beside), await ownDatabase(beside)];
  const tables = await startStore({ home: homes[1], server, url: databases[1]?.url });
  await tables.stack.stop();
  const raw = await openRaw({ url: databases[1]?.url, home: homes[1] });
  const { stack, metrics } = await startStore({ home: homes[0], server, url: databases[0]?.url });
  const password = readFileSync(join(homes[0], 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  const close = async () => {
    await bus.drain();
    await stack.stop();
    await raw.close();
    for (const database of databases) await database?.drop();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  };
  return { bus, key: stack.apiKey, metrics, raw, statement: await appendStatement(raw), close };
}

async function measure({ server, beside, count }) {
  const logs = [];
  try {
    while (logs.length < count) logs.push(await openLog({ server, beside }));
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const one = await ours(logs);
      await Promise.all(logs.map(({ bus }) => settled(bus)));
      rounds.push({ ours: one, floor: await floor(logs, one.group) });
    }
    report(rounds.slice(1), { kind: beside ? 'Postgres' : 'PGlite', logs: count }); // the first warms both up
  } finally {
    for (const log of logs) await log.close();
  }
}

function countsOf(args) {
  const { logs } = parseArgs({ args, options: { logs: { type: 'string', default: '1' } } }).values;
  const counts = logs.split(',').map(Number);
  if (!counts.every((one) => Number.isInteger(one) && one >= 1 && CRUMBS % one === 0))
    throw new ActionableError(`Give numbers of logs that divide ${CRUMBS}: ${USE}`);
  return counts;
}

/** On the server of DATABASE_URL; else one log on PGlite, and several on a Postgres of their own. */
module.exports = async function append({ server, options }) {
  const counts = countsOf(options);
  const given = process.env.DATABASE_URL;
  const own = given || counts.every((one) => one === 1) ? null : await startPostgres(ensurePostgres());
  try {
    for (const count of counts) await measure({ server, beside: given ?? own?.url, count });
  } finally {
    await own?.stop();
  }
};
