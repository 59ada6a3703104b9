/**
 * Measures how the time to build a context depends on the size of the log, beside the same SQL alone, a hand-written assembly, and
 * LangChain.js.
 */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { Client } = require('pg');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { LENGTHS, makeFloorTable } = require('./build-data.js');
const { HandAssembly, hybridOn } = require('./build-floor.js');
const { figuresOf, measureSize, rowsOf } = require('./build-rounds.js');
const {
  clientOf,
  FIRST,
  FIRST_SESSIONS,
  growLog,
  LOADING_SETTINGS,
  PER_SESSION,
  Restartable,
  seedLog,
  startOn,
  untilCaughtUp,
} = require('./grown-log.js');
const { startLangChain } = require('./langchain.js');
const { openRaw, ownDatabase } = require('./raw-database.js');
const { table } = require('./table.js');

const LARGE = 1_000_000;
const MAX_TOKENS = 2_000;
const USE =
  'npm run bench -- build [--sizes 1000,10000,100000] [--large] [--lengths short|chat] [--rounds 500] [--no-peer] [--json]';
const SHAPE = {
  sizes: { type: 'string', default: '1000,10000,100000' },
  large: { type: 'boolean', default: false },
  lengths: { type: 'string', default: 'short' },
  rounds: { type: 'string', default: '500' },
  'no-peer': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
};

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const sizes = [...values.sizes.split(',').map(Number), ...(values.large ? [LARGE] : [])];
  const rounds = Number(values.rounds);
  const whole = (size) => Number.isInteger(size) && size >= FIRST && size % FIRST === 0;
  const rising = sizes.every((size, at) => at === 0 || size > sizes[at - 1]);
  if (!sizes.every(whole) || !rising || !Number.isInteger(rounds) || rounds < 20 || !LENGTHS.includes(values.lengths))
    throw new ActionableError(`Sizes rise in whole thousands, and there are 20 rounds or more: ${USE}`);
  return { ...values, sizes, rounds, peer: !values['no-peer'] };
}

/** Base documents for LangChain.js: the first sessions, which it copies as the log was copied. */
async function documentsOf(raw, copies) {
  const names = Array.from({ length: FIRST_SESSIONS }, (_, at) => `s-${at}`);
  const rows = await raw.query(
    'select text, author_id as author, session_id as session, emb::text as vector from bc where session_id = any($1) order by id',
    [names],
  );
  const base = rows.map(({ session, vector, ...row }) => ({
    ...row,
    session: Number(session.slice(2)),
    vector: JSON.parse(vector),
  }));
  return { base, copies, sessions: FIRST_SESSIONS, maxTokens: MAX_TOKENS };
}

/** Opens a new connection for each size, so that no cached plan comes from a smaller table. */
async function oneSize(size, { raw, settings, place }) {
  const copies = size / FIRST;
  await makeFloorTable(raw);
  const stack = await startOn(place);
  const api = clientOf(stack);
  const client = new Client({ connectionString: place.url });
  try {
    await untilCaughtUp(api);
    await client.connect();
    const floor = { hybrid: hybridOn(client), assembly: new HandAssembly(), maxTokens: MAX_TOKENS };
    const ours = { api, maxTokens: MAX_TOKENS };
    const startPeer = settings.peer ? async () => startLangChain(await documentsOf(raw, copies)) : null;
    const run = { rounds: settings.rounds, sessions: copies * FIRST_SESSIONS, seed: size };
    return { size, ...figuresOf(await measureSize({ raw, floor, ours, startPeer }, run)) };
  } finally {
    await client.end();
    await stack.stop();
  }
}

async function measure(settings, { url, server }) {
  const database = await ownDatabase(url);
  const place = { home: mkdtempSync(join(tmpdir(), 'crumbtrail-bench-build-')), server, url: database.url };
  let raw;
  const sizes = [];
  try {
    await seedLog(new Restartable(place), settings.lengths);
    raw = await openRaw({ url: database.url });
    let from = FIRST;
    for (const size of settings.sizes) {
      await growLog(raw, { from, to: size, report: printStep });
      from = size;
      const measured = await oneSize(size, { raw, settings, place });
      sizes.push(measured);
      printStep(`${size} crumbs: a build takes ${measured.build_over_floor.toFixed(2)} times statement and assembly`);
    }
  } finally {
    await raw?.close();
    await database.drop();
    rmSync(place.home, { recursive: true, force: true });
  }
  const about = `median milliseconds on Postgres, sessions of ${PER_SESSION} ${settings.lengths} messages, contexts of ${MAX_TOKENS} tokens, all in turn`;
  console.log(settings.json ? JSON.stringify({ bench: 'build', sizes }) : `${about}\n${table(rowsOf(sizes))}`);
}

module.exports = async function build({ server, options }) {
  const settings = optionsOf(options);
  const postgres = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => undefined }
    : await startPostgres(ensurePostgres(), LOADING_SETTINGS);
  try {
    await measure(settings, { url: postgres.url, server });
  } finally {
    await postgres.stop();
  }
};
