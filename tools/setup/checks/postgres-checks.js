/** What `npm run test:postgres` runs: the specs of the store and of its users, and the end-to-end specs, with DATABASE_URL set. */
const { randomBytes } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { prepare } = require('../install/prepare.js');
const { root } = require('../paths.js');
const { ensurePostgres } = require('../programs/postgres.js');
const { startPostgres, WITHOUT_DISK_SYNC } = require('../programs/postgres-server.js');
const { ActionableError, printStep } = require('../terminal/output.js');
const { runJest, runOfPackages, sumResults } = require('./jest-runs.js');
const { STORE_USERS, namesOnPostgres } = require('./databases.js');
const { describeUnstable, runWithSecondRun } = require('./second-run.js');
const { testEnvironment } = require('./test-environment.js');

/** The Postgres of DATABASE_URL, or else a private one for the duration of the tests. */
async function openServer(url) {
  if (url) return { url, stop: async () => undefined };
  const server = await startPostgres(ensurePostgres(), WITHOUT_DISK_SYNC);
  printStep('a private Postgres is running');
  return server;
}

async function connect(url) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new ActionableError(
      `The Postgres of DATABASE_URL cannot be reached (${error.message}): start it or correct the address.`,
    );
  }
  return client;
}

async function requireVector(client) {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
  if (!rowCount)
    throw new ActionableError('The Postgres of DATABASE_URL has no pgvector: install it there, or unset DATABASE_URL.');
}

/** Creates a new database on that server; resolves to { url, drop() }. */
async function createDatabase(server) {
  const name = `crumbtrail_test_${randomBytes(4).toString('hex')}`;
  const client = await connect(server);
  try {
    await requireVector(client);
    await client.query(`CREATE DATABASE ${name}`);
  } catch (error) {
    await client.end();
    throw error.code === '42501'
      ? new ActionableError('The user of DATABASE_URL may not create databases: grant it CREATEDB.')
      : error;
  }
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const drop = async () => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  };
  return { url, drop };
}

const storeTests = join(root, 'services/breadcrumb-store/test');

/** Does a spec open the database of DATABASE_URL? A service that is started `bare` creates an embedded one. */
const opensDatabase = (text) =>
  text.includes(`from './databases'`) || (text.includes('ServiceUnderTest.start(') && !text.includes('bare: true'));

/** The store's specs that depend on the database, by the names of their files. */
const storeSpecs = () =>
  readdirSync(storeTests)
    .filter((file) => file.endsWith('.int.spec.ts'))
    .filter((file) => opensDatabase(readFileSync(join(storeTests, file), 'utf8')));

/** The Jest run that tests Postgres, as arguments. */
const postgresRun = () =>
  runOfPackages({
    packages: STORE_USERS,
    others: ['breadcrumb-store'],
    files: [`/breadcrumb-store/test/(?:${storeSpecs().join('|')})`],
    endToEnd: namesOnPostgres(),
  });

/** Calls `work` with the address of a new database, and removes it afterwards. */
async function withPostgres(serverUrl, work) {
  const server = await openServer(serverUrl);
  try {
    const database = await createDatabase(server.url);
    return await work(database.url).finally(() => database.drop());
  } finally {
    await server.stop();
  }
}

/** `npm run test:postgres`. With arguments: only Jest with these arguments, on the same database. */
async function runPostgresChecks(args = process.argv.slice(2)) {
  const nats = await prepare({ ownServer: true });
  const results = await withPostgres(process.env.DATABASE_URL, async (url) => {
    const env = testEnvironment(process.env, { NATS_SERVER_BIN: nats.file, DATABASE_URL: url });
    return [args.length > 0 ? await runJest(args, env) : await runWithSecondRun(postgresRun(), env)];
  });
  const { passed, broken } = sumResults(results);
  for (const lines of describeUnstable(results)) console.error(`\n${lines}`);
  console.log(`${passed} passed, ${broken} failed`);
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
}

module.exports = { postgresRun, withPostgres, runPostgresChecks };
