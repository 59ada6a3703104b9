/** Moves a workspace from one cell to another and back while clients write in it, and says how long they waited. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const { Crumbtrail } = require('@crumbtrail/client');
const { startStack } = require('@crumbtrail/setup');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { draftsOf } = require('./build-data.js');
const { ownDatabase, storeSettings } = require('./raw-database.js');
const { median, quantile } = require('./statistics.js');
const { importAll, untilIndexed } = require('./system.js');
const { table } = require('./table.js');

const USE = 'npm run bench -- move [--messages 500,10000] [--clients 24] [--seconds 10] [--json]';
const SHAPE = {
  messages: { type: 'string', default: '500,10000' },
  clients: { type: 'string', default: '24' },
  seconds: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
};
const AGENT = {
  agent: 'assistant',
  prompt: 'You answer in one sentence.',
  subscriptions: [{ schema: 'user.message.v1' }],
};
const PER_SESSION = 500;
/** Answers that are still due when the clients have stopped come within this, milliseconds. */
const ANSWERED_WITHIN_MS = 120_000;

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const sizes = values.messages.split(',').map(Number);
  const [clients, seconds] = [Number(values.clients), Number(values.seconds)];
  if (![...sizes, clients, seconds].every((one) => Number.isInteger(one) && one >= 1))
    throw new ActionableError(`Give whole numbers of 1 or more: ${USE}`);
  return { sizes, clients, seconds, json: values.json };
}

/** Starts a cell on a database. `others` are the settings that name the other cells. */
async function startCell({ home, server, url }, { store, gateway }) {
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME, ...storeSettings(url) };
  const services = { 'breadcrumb-store': { env: store }, gateway: gateway ? { env: gateway } : false };
  const stack = await startStack({ home, server, outside, services, env: { LOG_LEVEL: 'warn' } });
  const secret = readFileSync(join(home, 'secrets', 'nats-gateway'), 'utf8').trim();
  return { stack, nats: Object.assign(new URL(stack.natsUrl), { username: 'gateway', password: secret }).href };
}

/** One client: says something as soon as what it said before is answered, until `isOver`. */
async function talk(client, session, { isOver, times, failures }) {
  for (let n = 0; !isOver(); n++) {
    const from = performance.now();
    await client
      .say(session, `Message ${n} of ${session}.`, { wait_ms: ANSWERED_WITHIN_MS })
      .catch((error) => failures.push(error.message));
    times.push(performance.now() - from);
  }
}

async function countAll(client, schema) {
  let count = 0;
  for await (const _ of client.all({ schema, limit: 200 })) count += 1;
  return count;
}

/** Moves the workspace while clients write; resolves to what happened. */
async function moveUnderLoad(client, { name, to, clients, seconds }) {
  const load = { times: [], failures: [], over: false };
  const isOver = () => load.over;
  const running = Array.from({ length: clients }, (_, at) =>
    talk(client, `${to}-${at}`, { isOver, times: load.times, failures: load.failures }),
  );
  await pause((seconds * 1000) / 2);
  const before = load.times.length;
  const moved = await client.moveWorkspace(name, { to });
  await pause((seconds * 1000) / 2);
  load.over = true;
  await Promise.all(running);
  const usual = load.times.slice(0, before);
  return {
    to,
    messages: load.times.length,
    failures: load.failures.length,
    copied_ms: moved.copied_ms,
    paused_ms: moved.paused_ms,
    p50_ms: median(usual),
    p99_ms: quantile(usual, 0.99),
    longest_ms: Math.max(...load.times),
  };
}

/** Waits until every message has an answer. */
async function untilAnswered(client, messages) {
  const until = performance.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    const answers = await countAll(client, 'agent.response.v1');
    if (answers >= messages) return answers;
    if (performance.now() > until) return answers;
    await pause(500);
  }
}

async function measure(operator, url, { size, clients, seconds }) {
  const name = `moved-${size}`;
  const { secret } = await operator.createWorkspace(name);
  const client = new Crumbtrail({ url, key: secret });
  await importAll(
    client,
    draftsOf({ sessions: Math.ceil(size / PER_SESSION), perSession: Math.min(size, PER_SESSION) }),
  );
  await untilIndexed(operator);
  await client.append({ schema_name: 'agent.def.v1', context: AGENT });
  const moves = [];
  for (const to of ['eu', 'home']) {
    const one = await moveUnderLoad(client, { name, to, clients, seconds });
    printStep(
      `${size} messages to ${to}: people waited ${one.paused_ms} ms, the longest write ${one.longest_ms.toFixed(0)} ms`,
    );
    moves.push({ size, ...one });
  }
  const said = moves.reduce((sum, { messages, failures }) => sum + messages - failures, 0);
  const stored = (await countAll(client, 'user.message.v1')) - size;
  const answered = await untilAnswered(client, said);
  return moves.map((one) => ({ ...one, acknowledged: said, stored, answered }));
}

function report({ clients }, moves) {
  const rows = moves.map((one) => [
    one.size,
    one.to,
    one.copied_ms,
    one.paused_ms,
    one.longest_ms.toFixed(0),
    one.p50_ms.toFixed(0),
    one.p99_ms.toFixed(0),
    one.failures,
    one.acknowledged,
    one.stored,
    one.answered,
  ]);
  console.log(
    `\na workspace moved there and back while ${clients} clients write in it, each message answered by an agent with a model of zero latency, milliseconds`,
  );
  const head = [
    'messages before',
    'to',
    'copied in use',
    'people waited',
    'longest write',
    'p50',
    'p99',
    'failed writes',
  ];
  console.log(table([[...head, 'acknowledged', 'stored', 'answered'], ...rows]));
}

module.exports = async function move({ server, options }) {
  const settings = optionsOf(options);
  const postgres = await startPostgres(ensurePostgres());
  const homes = ['home', 'eu'].map((name) => mkdtempSync(join(tmpdir(), `crumbtrail-bench-${name}-`)));
  const databases = [await ownDatabase(postgres.url), await ownDatabase(postgres.url)];
  const stacks = [];
  try {
    const [home, eu] = homes.map((folder, at) => ({ home: folder, server, url: databases[at].url }));
    const second = await startCell(eu, { store: { CELL_DATABASES: `home=${home.url}` } });
    stacks.push(second.stack);
    const env = { store: { CELL_DATABASES: `eu=${eu.url}` }, gateway: { CELLS: `eu=${second.nats}` } };
    const { stack } = await startCell(home, env);
    stacks.push(stack);
    const operator = new Crumbtrail({ url: stack.url, key: stack.apiKey });
    const moves = [];
    for (const size of settings.sizes) moves.push(...(await measure(operator, stack.url, { ...settings, size })));
    if (settings.json) console.log(JSON.stringify({ bench: 'move', moves }));
    else report(settings, moves);
  } finally {
    for (const stack of stacks) await stack.stop();
    for (const { drop } of databases) await drop();
    await postgres.stop();
    for (const folder of homes) rmSync(folder, { recursive: true, force: true });
  }
};
