/** Measures turns from a message's commit to the event of the answer, in rounds with the same hops on bare JetStream with the same SQL. */
const { cpSync, mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { Bus } = require('@crumbtrail/bus');
const { Commit } = require('@crumbtrail/contracts');
const { sharesProcess, startStack } = require('@crumbtrail/setup');
const { FloorTurn } = require('./floor-turn.js');
const { copyDatabase, ownDatabase, storeSettings } = require('./raw-database.js');
const { units } = require('./recording.js');
const { median, quantile } = require('./statistics.js');

const ROUNDS = 6;
const TURNS = 20;
const WARM_UP = 30;

async function start({ home, server, url, recording, env = {} }) {
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME, ...storeSettings(url) };
  const preload = { NODE_OPTIONS: `--require ${join(__dirname, 'record-sql.js')}`, RECORD_SQL: recording };
  // Where the services share the store's process, they are all started with it: nobody else sends SQL.
  const own = { LOG_LEVEL: 'warn', ...env, ...(recording ? preload : {}) };
  const stack = await startStack({ home, server, outside, env: own, sharesProcess: sharesProcess(process.env) });
  const password = readFileSync(join(home, 'secrets', 'nats-gateway'), 'utf8');
  const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
  const stop = async () => {
    await bus.drain();
    await stack.stop();
  };
  return { bus, key: stack.apiKey, url: stack.url, stop };
}

/** Milliseconds from the request to commit to its reply, and to the event of the turn's response. */
async function timeTurn({ bus, key }, session, content) {
  const draft = { schema_name: 'user.message.v1', session, context: { content } };
  const answered = new Map();
  let wake = () => undefined;
  const quiet = bus.subscribeEvents('default', (event) => {
    if (event.schema_name === 'agent.response.v1') answered.set(event.trail_id, performance.now());
    wake();
  });
  try {
    const from = performance.now();
    const { results } = await bus.request(Commit, 'default', { writes: [{ op: 'create', draft }] }, { key });
    const committed = performance.now() - from;
    while (!answered.has(results[0].id)) await new Promise((resolve) => (wake = resolve));
    return { committed, answered: answered.get(results[0].id) - from };
  } finally {
    quiet();
  }
}

/** Milliseconds from the request to commit to the event of the turn's response. */
const oneTurn = async (stack, session, content) => (await timeTurn(stack, session, content)).answered;

/** The statements recorded since line `from`, once the turn sends no more; the store's periodic queries never end. */
async function recordedSince(recording, from) {
  const read = () =>
    readFileSync(recording, 'utf8')
      .split('\n')
      .slice(0, -1)
      .slice(from)
      .map((line) => JSON.parse(line));
  const ofTurns = (lines) => units(lines).filter((unit) => !unit.background).length;
  let lines = read();
  for (let before = -1; before !== ofTurns(lines);) {
    before = ofTurns(lines);
    await pause(700);
    lines = read();
  }
  return lines;
}

function floorShares(recorded) {
  const all = units(recorded);
  const timed = all.filter((unit) => !unit.background);
  const size = Math.ceil(timed.length / TURNS);
  const shares = Array.from({ length: TURNS }, (_, i) => timed.slice(i * size, (i + 1) * size));
  return { shares, beside: all.filter((unit) => unit.background), perTurn: timed.length / TURNS };
}

async function round({ stack, floor, recording, state, kind }) {
  const ours = [];
  for (let i = 0; i < TURNS; i++) ours.push(await oneTurn(stack, kind.session, kind.question((state.asked += 1))));
  const recorded = await recordedSince(recording, state.lines);
  state.lines += recorded.length;
  const { shares, beside, perTurn } = floorShares(recorded);
  const theirs = [];
  for (const share of shares) theirs.push(await floor.turn(share));
  await floor.beside(beside);
  return { ours, theirs, perTurn };
}

function report(rounds, { name, what, aim }, place) {
  const ratio = ({ ours, theirs }) => median(ours) / median(theirs);
  console.log(`\n${name} on ${place}: ${TURNS} turns a round ${what}, ours and floor in turn`);
  for (const [i, one] of rounds.entries()) {
    const [ours, theirs] = [one.ours, one.theirs].map(
      (ms) => `p50 ${median(ms).toFixed(1)} ms, p95 ${quantile(ms, 0.95).toFixed(1)} ms`,
    );
    console.log(
      `  round ${i + 1}: ours ${ours}   floor ${theirs} (${one.perTurn.toFixed(1)} units of SQL)   ratio ${ratio(one).toFixed(2)}`,
    );
  }
  console.log(
    `  median ratio ${median(rounds.map(ratio)).toFixed(2)} of the floor's median (the aim: at most ${aim.toFixed(2)})`,
  );
}

/** Creates a database with definitions and some history, and its copy for the baseline. */
async function prepareDatabases({ homes, server, beside, kind }) {
  const [ours, theirs] = homes;
  const database = await ownDatabase(beside);
  const first = await start({ home: ours, server, url: database?.url, env: kind.env });
  await kind.begin?.(first);
  for (let i = 0; i < WARM_UP; i++) await oneTurn(first, kind.session, kind.question(`w${i}`));
  await pause(1_000);
  await first.stop();
  const copy = database ? await copyDatabase(database, beside) : null;
  if (!database) cpSync(join(ours, 'pglite'), join(theirs, 'pglite'), { recursive: true });
  return { database, copy, place: copy ? { url: copy.url } : { home: theirs } };
}

/**
 * Runs the bench of one kind of turn: { name, what, aim, session, question(n), hops, env, begin(stack), between(n) }. `hops` are the requests
 * that its services send to the store; `between` is other work that the baseline must do before a hop: model calls.
 */
async function benchTurns({ server }, kind) {
  const beside = process.env.DATABASE_URL;
  const homes = ['ours', 'floor', 'nats'].map((name) => mkdtempSync(join(tmpdir(), `crumbtrail-bench-${name}-`)));
  const recording = join(homes[1], 'statements.jsonl');
  const { database, copy, place } = await prepareDatabases({ homes, server, beside, kind });
  const stack = await start({ home: homes[0], server, url: database?.url, recording, env: kind.env });
  const floor = await FloorTurn.start({ server, folder: homes[2], place, hops: kind.hops, between: kind.between });
  try {
    const boot = await recordedSince(recording, 0);
    await floor.beside(
      units(boot).filter((unit) => unit.statements.every(({ text }) => !/create |alter |migrations/i.test(text))),
    );
    const state = { asked: 0, lines: boot.length };
    const rounds = [];
    for (let i = 0; i <= ROUNDS; i++) rounds.push(await round({ stack, floor, recording, state, kind }));
    report(rounds.slice(1), kind, beside ? 'Postgres' : 'PGlite'); // the first warms both up
  } finally {
    await floor.stop();
    await stack.stop();
    for (const one of [copy, database]) await one?.drop();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  }
}

module.exports = { benchTurns, oneTurn, timeTurn };
