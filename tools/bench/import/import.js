/** Compares `crumb import` on Postgres with inserting the same rows by hand, and turns beside the import with turns on an idle stack. */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { Bus } = require('@crumbtrail/bus');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../../setup/programs/postgres.js');
const { startPostgres } = require('../../setup/programs/postgres-server.js');
const { root } = require('../../setup/paths.js');
const { ActionableError } = require('../../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { timeTurn } = require('../bench-turns.js');
const { openRaw, ownDatabase } = require('../raw-database.js');
const { processorMilliseconds } = require('../processor-time.js');
const { median, quantile, short } = require('../statistics.js');
const { withStack } = require('../system.js');
const { table } = require('../table.js');
const { CHARACTERS, writeChats } = require('./chat-file.js');
const { insertGroups, prepareTables, readGroups } = require('./imported-rows.js');

const USE = 'npm run bench -- import [--crumbs 20000] [--rounds 3] [--profile <folder>] [--json]';
const SHAPE = {
  crumbs: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '3' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
};
const IDLE_TURNS = 30;
const BETWEEN_TURNS_MS = 250;
const LOOK_EVERY_MS = 20;

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const [crumbs, rounds] = [Number(values.crumbs), Number(values.rounds)];
  if (!(crumbs >= 200) || !(rounds >= 1)) throw new ActionableError(`Give at least 200 crumbs and one round: ${USE}`);
  return { ...values, crumbs, rounds };
}

/** Runs `crumb import` on the file, and resolves to its milliseconds of processor time when it has ended. */
async function runImport(file, { url, key }) {
  const args = [join(root, 'libs/cli/bin/crumb.js'), 'import', file, '--shared', '--url', url, '--key', key];
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (some) => (errors += some));
  let processor = 0;
  const watch = setInterval(() => (processor = Math.max(processor, processorMilliseconds([child.pid]))), LOOK_EVERY_MS);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`crumb import ended with ${code}: ${errors}`);
  return processor;
}

/** Milliseconds of processor time so far of every process of the stack, and of Postgres. */
async function processorTimes(stack, database) {
  const backends = await database.query('select pid from pg_stat_activity where pid is not null');
  const services = Object.entries(stack.pids()).map(([name, pid]) => [name, processorMilliseconds([pid])]);
  return new Map([...services, ['Postgres', processorMilliseconds(backends.map(({ pid }) => pid))]]);
}

/** Waits until the text index has everything that is committed now. */
async function untilIndexed(api) {
  const { head } = await api.status();
  while ((await api.status()).indexed < head) await pause(LOOK_EVERY_MS);
}

const question = (number) => `Question ${number}: where did I put the key?`;

/** Asks one question after the other while `isWanted()`. */
async function askWhile(asker, isWanted) {
  const turns = [];
  while (isWanted()) {
    turns.push(await timeTurn(asker, 'demo', question(turns.length)));
    await pause(BETWEEN_TURNS_MS);
  }
  return turns;
}

/** One import, with turns meanwhile where `asker` is given. */
async function importOnce({ api, stack, ours, folder, crumbs, name, asker }) {
  const file = join(folder, `${name}.jsonl`);
  const { messages } = writeChats(file, name, (written) => written.messages >= crumbs);
  let isRunning = true;
  const turns = asker ? askWhile(asker, () => isRunning) : [];
  const before = await processorTimes(stack, ours);
  const from = performance.now();
  const secondsSince = () => (performance.now() - from) / 1000;
  const command = await runImport(file, { url: stack.url, key: stack.apiKey });
  const imported = secondsSince();
  await untilIndexed(api);
  const indexed = secondsSince();
  const after = await processorTimes(stack, ours);
  isRunning = false;
  const spent = [...after].map(([name, ms]) => [name, ms - before.get(name)]);
  const processor = Object.fromEntries(
    [['crumb import', command], ...spent].map(([name, ms]) => [name, ms / messages]),
  );
  return { messages, imported, indexed, processor, turns: await turns };
}

const sizeOf = async (database) =>
  Number((await database.query('select pg_database_size(current_database()) as bytes'))[0].bytes);
const headOf = async (database) => Number((await database.query('select position from log_head'))[0].position);

/** Rounds of an import and both baselines in turn; then one import beside turns. */
async function measure(api, stack, { ours, floors, folder, crumbs, rounds, asker }) {
  let idle = IDLE_TURNS;
  const before = { bytes: await sizeOf(ours), head: await headOf(ours) };
  await askWhile(asker, () => (idle -= 1) >= IDLE_TURNS / 2); // warms the stack up
  const quiet = await askWhile(asker, () => (idle -= 1) >= 0);
  const measured = [];
  for (let round = 0; round <= rounds; round++) {
    const head = await headOf(ours);
    const one = await importOnce({ api, stack, ours, folder, crumbs, name: `round-${round}` });
    const groups = await readGroups(ours, head);
    const [indexes, bare] = [await insertGroups(floors[0], groups), await insertGroups(floors[1], groups)];
    const processor = indexes.processor / one.messages;
    // The first warms everything up.
    if (round > 0) measured.push({ ...one, floors: { indexes: indexes.seconds, bare: bare.seconds, processor } });
  }
  const crumb = ((await sizeOf(ours)) - before.bytes) / ((await headOf(ours)) - before.head);
  const busy = await importOnce({ api, stack, ours, folder, crumbs, name: 'beside', asker });
  return { measured, bytes: crumb, quiet, busy };
}

const figures = (values) => ({ median: median(values), p95: quantile(values, 0.95) });
const latencies = (turns) => ({
  count: turns.length,
  append: figures(turns.map(({ committed }) => committed)),
  turn: figures(turns.map(({ answered }) => answered)),
});
const rateOf = ({ messages, imported }) => messages / imported;

function figuresOf({ measured, bytes, quiet, busy }) {
  return {
    bench: 'import',
    rounds: measured.map((one) => ({
      rate: rateOf(one),
      floor: one.messages / one.floors.indexes,
      bare_floor: one.messages / one.floors.bare,
      indexed: one.indexed / one.imported,
    })),
    rate: median(measured.map(rateOf)),
    of_floor: median(measured.map(({ imported, floors }) => floors.indexes / imported)),
    of_bare_floor: median(measured.map(({ imported, floors }) => floors.bare / imported)),
    indexed: median(measured.map(({ indexed, imported }) => indexed / imported)),
    processor: Object.fromEntries(
      Object.keys(measured[0].processor).map((name) => [
        name,
        median(measured.map(({ processor }) => processor[name])),
      ]),
    ),
    floor_processor: median(measured.map(({ floors }) => floors.processor)),
    bytes_a_crumb: bytes,
    idle: latencies(quiet),
    beside: { rate: rateOf(busy), ...latencies(busy.turns) },
  };
}

const sum = (times) => Object.values(times).reduce((all, ms) => all + ms, 0);
const processorOf = (times) =>
  Object.entries(times)
    .sort(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ');

function reportOf({ rounds, crumbs, ...all }) {
  const lines = rounds.map(
    ({ rate, floor, bare_floor, indexed }, i) =>
      `  round ${i + 1}: ${short(rate)}/s   floor ${short(floor)}/s   with primary keys only ${short(bare_floor)}/s   indexed after ${indexed.toFixed(2)} times the import`,
  );
  const row = (name, { append, turn, count }) => [
    name,
    ...[append.median, append.p95, turn.median, turn.p95].map((ms) => ms.toFixed(1)),
    count,
  ];
  const head = ['', 'an append, ms', '95 %', 'a turn, ms', '95 %', 'turns'];
  return [
    `\nimport on Postgres: ${crumbs} crumbs of ${CHARACTERS} characters by \`crumb import\`, and the same rows by hand, in turn`,
    ...lines,
    `  median ${short(all.rate)} crumbs/s (the aim: at least 3000), ${all.of_floor.toFixed(2)} of the floor, ${all.of_bare_floor.toFixed(2)} of the one with primary keys only`,
    `  the text index is complete after ${all.indexed.toFixed(2)} times the import's time (the aim: at most 1.50)`,
    `  ms of a processor a crumb: ${sum(all.processor).toFixed(2)}, of which ${processorOf(all.processor)}; the floor ${all.floor_processor.toFixed(2)}`,
    `  ${(all.bytes_a_crumb / 1000).toFixed(2)} kB of disk a crumb`,
    table([head, row('idle', all.idle), row(`beside an import of ${short(all.beside.rate)}/s`, all.beside)]),
  ].join('\n');
}

/** Two databases for the baselines: with the indexes of the product, and with primary keys only. */
async function makeFloors({ server, beside, env }) {
  const databases = [await ownDatabase(beside), await ownDatabase(beside)];
  const floors = [];
  for (const [nth, { url }] of databases.entries()) {
    await withStack(server, () => undefined, { outside: { ...env, DATABASE_URL: url } });
    floors.push(await openRaw({ url }));
    await prepareTables(floors[nth], { bare: nth === 1 });
  }
  const drop = async () => {
    for (const one of floors) await one.close();
    for (const one of databases) await one.drop();
  };
  return { floors, drop };
}

async function connectBus(stack) {
  const password = readFileSync(join(stack.home, 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  return { bus, key: stack.apiKey };
}

async function measureBeside(beside, { server, settings }) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-import-'));
  const database = await ownDatabase(beside);
  const { floors, drop } = await makeFloors({ server, beside, env });
  const ours = await openRaw({ url: database.url });
  const nodeOptions = settings.profile ? ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`] : undefined;
  const work = async (api, stack) => {
    const asker = await connectBus(stack);
    const figures = figuresOf(await measure(api, stack, { ours, floors, folder, asker, ...settings }));
    console.log(settings.json ? JSON.stringify(figures) : reportOf({ ...figures, crumbs: settings.crumbs }));
    await asker.bus.drain();
  };
  try {
    await withStack(server, work, { outside: { ...env, DATABASE_URL: database.url }, nodeOptions });
  } finally {
    await ours.close();
    await drop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On the server of DATABASE_URL, else on a private Postgres. */
module.exports = async function importChats({ server, options }) {
  const settings = optionsOf(options);
  const postgres = process.env.DATABASE_URL ? null : await startPostgres(ensurePostgres());
  try {
    await measureBeside(postgres?.url ?? process.env.DATABASE_URL, { server, settings });
  } finally {
    await postgres?.stop();
  }
};
