/** What `npm run test:postgres` runs: the store's tests and the e2e tests of the record, with DATABASE_URL set. */
const { randomBytes } = require('node:crypto');
const { runJest, endToEnd, counted } = require('./jest-runs.js');
const { prepare } = require('../install/prepare.js');
const { ensurePostgres } = require('../programs/postgres.js');
const { startPostgres } = require('../programs/postgres-server.js');
const { Stop, say } = require('../terminal/output.js');
const { testEnv } = require('./test-environment.js');

/** The tests end processes, never the machine: only for its crash does Postgres wait on the disk at every commit. */
const machineStaysUp = ['fsync=off', 'full_page_writes=off'];

/** The Postgres that DATABASE_URL names, else a private one for as long as the tests take. */
async function openServer(url) {
  if (url) return { url, stop: async () => undefined };
  const server = await startPostgres(ensurePostgres(), machineStaysUp);
  say('a private Postgres runs');
  return server;
}

async function connect(url) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new Stop(
      `The Postgres of DATABASE_URL cannot be reached (${error.message}): start it or correct the address.`,
    );
  }
  return client;
}

async function requireVector(client) {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
  if (!rowCount)
    throw new Stop('The Postgres of DATABASE_URL has no pgvector: install it there, or unset DATABASE_URL.');
}

/** A database of its own on that server; resolves to { url, drop() }. */
async function makeDatabase(server) {
  const name = `crumbtrail_test_${randomBytes(4).toString('hex')}`;
  const client = await connect(server);
  try {
    await requireVector(client);
    await client.query(`CREATE DATABASE ${name}`);
  } catch (error) {
    await client.end();
    throw error.code === '42501'
      ? new Stop('The user of DATABASE_URL may not create databases: grant it CREATEDB.')
      : error;
  }
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const drop = async () => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  };
  return { url, drop };
}

/** Of the end-to-end tests those whose promises the database keeps; doors, pages and tool modes are the same on any. */
const OF_THE_RECORD = [
  ...['accounts', 'bad-context', 'bad-input', 'crash-points', 'identity', 'lanes', 'lost-stream', 'run-time-schema'],
  ...['stopping', 'tags-crashes', 'timers', 'tool-crashes', 'tools', 'turns', 'workflow'],
];
/** The store's tests that open a database; what needs none is the same as in `npm test`. */
const ofTheStore = [
  ...['--selectProjects', 'breadcrumb-store', '--maxWorkers=2'],
  '--testPathPatterns=breadcrumb-store/test/',
];

async function runRings(env, args) {
  if (args.length) return [await runJest(args, env)];
  const rings = [ofTheStore, ...endToEnd(OF_THE_RECORD)];
  const results = [];
  for (const ring of rings) results.push(await runJest(ring, env));
  return results;
}

/** The store's and the e2e rings; with arguments, Jest with those arguments, on the same database. */
async function runPostgresChecks(args = process.argv.slice(2)) {
  const nats = await prepare({ ownServer: true });
  const server = await openServer(process.env.DATABASE_URL);
  try {
    const database = await makeDatabase(server.url);
    const env = testEnv(process.env, { NATS_SERVER_BIN: nats.file, DATABASE_URL: database.url });
    const results = await runRings(env, args).finally(() => database.drop());
    const { passed, broken } = counted(results);
    console.log(`${passed} passed, ${broken} failed`);
    process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
  } finally {
    await server.stop();
  }
}

module.exports = { OF_THE_RECORD, runPostgresChecks };
