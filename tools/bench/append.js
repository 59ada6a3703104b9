/** Compares the duration of an append over the bus with inserting the same rows by hand in groups of the same size. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Bus } = require('@crumbtrail/bus');
const { Commit, Status } = require('@crumbtrail/contracts');
const { setTimeout: pause } = require('node:timers/promises');
const { freePort, startStack } = require('@crumbtrail/setup');
const { openRaw, ownDatabase, storeSettings } = require('./raw-database.js');
const { appendStatement, messageRows } = require('./rows.js');
const { commitsOf } = require('./metrics.js');
const { median, quantile, short } = require('./statistics.js');

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

/** 64 clients on one connection each append the next crumb as soon as the previous one is acknowledged. */
async function ours({ bus, key, metrics }) {
  const before = await commitsOf(metrics);
  const times = [];
  let left = CRUMBS;
  const client = async (name) => {
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
  const commits = (await commitsOf(metrics)) - before;
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

/** Inserts the same prepared rows in transactions of `group` messages. */
async function floor({ raw, statement, group }) {
  const size = Math.max(1, Math.round(group));
  const [{ position: start }] = await raw.query('select position from log_head');
  const from = performance.now();
  for (let done = 0; done < CRUMBS; done += size) {
    const count = Math.min(size, CRUMBS - done);
    const position = Number(start) + done;
    const rows = messageRows({ workspace: 'default', session: 's-1', content: CONTENT, position, count });
    await raw.query('begin');
    await raw.query('select position from log_head for update');
    await raw.query(statement, [...rows, position + count]);
    await raw.query('commit');
  }
  return { rate: CRUMBS / ((performance.now() - from) / 1000) };
}

function report(rounds, kind) {
  const ratios = rounds.map(({ ours: one, floor: raw }) => one.rate / raw.rate);
  console.log(`\nappend on ${kind}: ${CLIENTS} clients on the bus, ${CRUMBS} crumbs a round, ours and floor in turn`);
  for (const [i, { ours: one, floor: raw }] of rounds.entries()) {
    console.log(
      `  round ${i + 1}: ours ${short(one.rate)}/s (p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms, ` +
        `${one.group.toFixed(1)} a commit)   floor ${short(raw.rate)}/s   ratio ${ratios[i].toFixed(2)}`,
    );
  }
  console.log(`  median ratio ${median(ratios).toFixed(2)} of the floor's rows per second (the aim: at least 0.45)`);
}

async function measure({ bus, key, metrics, raw, kind }) {
  const statement = await appendStatement(raw);
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await ours({ bus, key, metrics });
    await settled(bus);
    rounds.push({ ours: one, floor: await floor({ raw, statement, group: one.group }) });
  }
  report(rounds.slice(1), kind); // the first warms both up
}

module.exports = async function append({ server }) {
  const beside = process.env.DATABASE_URL;
  const homes = ['ours', 'floor'].map((name) => mkdtempSync(join(tmpdir(), `crumbtrail-bench-${name}-`)));
  const databases = [await ownDatabase(beside), await ownDatabase(beside)];
  const tables = await startStore({ home: homes[1], server, url: databases[1]?.url });
  await tables.stack.stop();
  const raw = await openRaw({ url: databases[1]?.url, home: homes[1] });
  const { stack, metrics } = await startStore({ home: homes[0], server, url: databases[0]?.url });
  const password = readFileSync(join(homes[0], 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  try {
    await measure({ bus, key: stack.apiKey, metrics, raw, kind: beside ? 'Postgres' : 'PGlite' });
  } finally {
    await bus.drain();
    await stack.stop();
    await raw.close();
    for (const database of databases) await database?.drop();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  }
};
