/** Goes back to a moment before a mistake, with a base backup and the archive of the WAL: docs/guides/backup.md. */
const { chmodSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { backUpServer, recoverServer, startPostgres } = require('../setup/programs/postgres-server.js');
const { startStack } = require('../setup/stack/stack.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
const { Conversation } = require('./conversation.js');

const MESSAGES = 5;
const SESSION = 'demo';

async function ask(url, sql) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

async function until(what, holds) {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return;
    await pause(100);
  }
  throw new ActionableError(`Within a minute ${what} did not happen.`);
}

/** Says some messages and waits for their answers; resolves to their ids. */
async function talk(conversation, word) {
  const before = (await conversation.list('agent.response.v1', SESSION)).length;
  const ids = [];
  for (let n = 0; n < MESSAGES; n++) ids.push(await conversation.say(SESSION, `${word} ${n}`));
  await conversation.waitForReplies(SESSION, before + MESSAGES);
  return ids;
}

/** Waits until everything that was written so far is in the archive. */
async function archiveWal(url) {
  const { wal } = await ask(url, 'select pg_walfile_name(pg_current_wal_lsn()) as wal');
  await ask(url, 'select pg_switch_wal()');
  await until('the archiving of the WAL', async () => {
    const { last } = await ask(url, 'select last_archived_wal as last from pg_stat_archiver');
    return last !== null && last >= wal;
  });
}

const withDatabase = (home, server, url) =>
  startStack({ home, server, outside: { ...process.env, NATS_URL: undefined, DATABASE_URL: url } });

/** Runs until the mistake: what was said before it and after it, and the moment between. */
async function live({ home, server, archive, bin }) {
  const archiving = ['wal_level=replica', 'archive_mode=on', `archive_command=cp %p ${archive}/%f`];
  const postgres = await startPostgres(bin, archiving);
  const stack = await withDatabase(home, server, postgres.url);
  const conversation = new Conversation(stack);
  printStep('messages before the base backup, and after it');
  const early = await talk(conversation, 'before the base backup');
  const base = backUpServer(bin, postgres.url);
  const kept = [...early, ...(await talk(conversation, 'after the base backup'))];
  const { moment } = await ask(postgres.url, 'select clock_timestamp()::text as moment');
  await talk(conversation, 'a mistake');
  const { epoch, head } = await conversation.get('/v1/status');
  await archiveWal(postgres.url);
  await stack.stop();
  await postgres.stop();
  return { base, from: postgres.url, kept, moment, epoch, head };
}

/** Goes back to the moment, on another server, with the same NATS. */
async function goBack({ home, server, archive, bin }, { base, from, kept, moment, epoch, head }) {
  const began = Date.now();
  const recovery = [
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${moment}`,
    'recovery_target_action=promote',
  ];
  const postgres = await recoverServer(bin, base, { from, more: recovery });
  await until(
    'the end of the recovery',
    async () => !(await ask(postgres.url, 'select pg_is_in_recovery() as yes')).yes,
  );
  const stack = await withDatabase(home, server, postgres.url);
  const recoveredMs = Date.now() - began;
  const conversation = new Conversation(stack);
  const restored = await conversation.list('user.message.v1', SESSION);
  const after = await conversation.get('/v1/status');
  await talk(conversation, 'after the recovery');
  const answered = (await conversation.list('agent.response.v1', SESSION)).length;
  await stack.stop();
  await postgres.stop();
  const ids = restored.map(({ id }) => id);
  return {
    'messages until the moment': kept.length,
    'of those, restored': kept.filter((id) => ids.includes(id)).length,
    'messages after it, still there': ids.length - kept.length,
    'answers, with those to new messages': `${answered} of ${kept.length + MESSAGES}`,
    'epoch before and after': `${epoch}, ${after.epoch}`,
    'lost range, of a log that ended at': `${JSON.stringify(after.lost.map((one) => [one.from, one.through]))}, ${head}`,
    'from the base backup to a ready stack': `${(recoveredMs / 1_000).toFixed(1)} s`,
  };
}

async function pointInTime({ server }) {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-drill-'));
  const archive = mkdtempSync(join(tmpdir(), 'crumbtrail-archive-'));
  // Postgres may run as another user.
  chmodSync(archive, 0o777);
  const setting = { home: join(folder, 'home'), server, archive, bin: ensurePostgres() };
  try {
    console.table(await goBack(setting, await live(setting)));
  } finally {
    for (const one of [folder, archive]) rmSync(one, { recursive: true, force: true });
  }
}

module.exports = pointInTime;
