/** The baseline's database: the same tables without Crumbtrail. On PGlite in this process, or on the server of DATABASE_URL. */
const { randomBytes } = require('node:crypto');
const { join } = require('node:path');
const { Client } = require('pg');
const { PGlite } = require('@electric-sql/pglite');
const { vector } = require('@electric-sql/pglite-pgvector');

async function onServer(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    query: async (sql, params) => (await client.query(sql, params)).rows,
    close: () => client.end(),
  };
}

async function embedded(home) {
  const db = await PGlite.create({ dataDir: join(home, 'pglite'), extensions: { vector } });
  return { query: async (sql, params) => (await db.query(sql, params)).rows, close: () => db.close() };
}

/** Opens the tables that a store created in `home`, or at `url`. */
const openRaw = ({ url, home }) => (url ? onServer(url) : embedded(home));

/** A copy of a database without connections. */
const copyDatabase = ({ name }, beside) => ownDatabase(beside, ` template ${name}`);

/** The role of the benchmarks' stores that is limited to workspaces; the first store creates it. */
const WORKSPACE_ROLE = { username: 'crumbtrail_bench', password: 'crumbtrail_bench' };

/** The settings of a store on a database of which the user of `url` is the owner: nothing for an embedded one. */
const storeSettings = (url) =>
  url ? { DATABASE_OWNER_URL: url, DATABASE_URL: Object.assign(new URL(url), WORKSPACE_ROLE).href } : {};

/** Creates a new database on the server of `beside`; null when there is no server. */
async function ownDatabase(beside, like = '') {
  if (!beside) return null;
  const name = `crumbtrail_bench_${randomBytes(4).toString('hex')}`;
  const server = await onServer(beside);
  await server.query(`create database ${name}${like}`);
  const url = new URL(beside);
  url.pathname = `/${name}`;
  const drop = async () => {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.close();
  };
  return { name, url: url.href, drop };
}

module.exports = { copyDatabase, openRaw, ownDatabase, storeSettings };
