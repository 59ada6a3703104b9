/** Replaces every service of a running stack by this version, one by one, while clients talk: docs/guides/upgrade.md. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { root } = require('../setup/paths.js');
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { startStack } = require('../setup/stack/stack.js');
const { printStep } = require('../setup/terminal/output.js');
const { Conversation } = require('./conversation.js');
const { buildVersion } = require('./other-version.js');

const CLIENTS = 4;
/** The store first, because it migrates; the gateway last. */
const ORDER = [
  'breadcrumb-store',
  'conductor',
  'context-builder',
  'agent-executor',
  'tool-runner',
  'memory-keeper',
  'gateway',
];

/** One client: says one message after the other until it is told to stop; resolves to the ids. */
async function talk(conversation, session, signal) {
  const ids = [];
  while (!signal.aborted) {
    ids.push(await conversation.say(session, `message ${ids.length}`));
    await conversation.waitForReplies(session, ids.length);
  }
  return ids;
}

/** What became of the messages of one session: none may be lost, stored twice, unanswered or answered twice. */
async function check(conversation, session, said) {
  const replies = await conversation.waitForReplies(session, said.length);
  const stored = (await conversation.list('user.message.v1', session)).map(({ id }) => id);
  const answered = new Set(replies.map(({ trail_id }) => trail_id));
  return {
    said: said.length,
    lost: said.filter((id) => !stored.includes(id)).length,
    'stored twice': stored.length - new Set(said).size,
    unanswered: said.filter((id) => !answered.has(id)).length,
    'answered twice': replies.length - answered.size,
  };
}

async function roll(stack, folders, to) {
  for (const name of ORDER) {
    folders.set(name, to);
    printStep(`replacing ${name}`);
    await stack.halt(name);
    await stack.start(name);
    await stack.whenReady();
  }
}

async function upgradeUnderTraffic(stack, folders) {
  const conversation = new Conversation(stack);
  const talking = new AbortController();
  const sessions = Array.from({ length: CLIENTS }, (_, n) => `client-${n}`);
  const before = await conversation.get('/v1/status');
  const talks = sessions.map((session) => talk(conversation, session, talking.signal));
  try {
    await roll(stack, folders, root);
  } finally {
    talking.abort();
  }
  const said = await Promise.all(talks);
  const rows = [];
  for (const [n, session] of sessions.entries())
    rows.push({ session, ...(await check(conversation, session, said[n])) });
  const after = await conversation.get('/v1/status');
  console.table(rows);
  console.table({
    'version before and after': `${before.version ?? 'not told'}, ${after.version}`,
    'schema before and after': `${before.schema ?? 'not told'}, ${after.schema}`,
    'longest wait for an acknowledgement': `${(conversation.longestMs / 1_000).toFixed(1)} s`,
  });
}

async function upgradeStack({ folder, older, server }) {
  const postgres = await startPostgres(ensurePostgres());
  const folders = new Map(ORDER.map((name) => [name, older]));
  const stack = await startStack({
    home: join(folder, 'home'),
    server,
    outside: { ...process.env, NATS_URL: undefined, DATABASE_URL: postgres.url },
    entry: (name) => join(folders.get(name), 'services', name, 'dist/main.js'),
  });
  try {
    await upgradeUnderTraffic(stack, folders);
  } finally {
    await stack.stop();
    await postgres.stop();
  }
}

async function upgrade({ server, options }) {
  const { values } = parseArgs({ args: options, options: { from: { type: 'string', default: 'HEAD~1' } } });
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-drill-'));
  const older = join(folder, 'older');
  try {
    printStep(`building ${values.from} in ${older}`);
    buildVersion(values.from, older);
    await upgradeStack({ folder, older, server });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = upgrade;
