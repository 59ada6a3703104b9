/**
 * Fetches what the tests need besides npm's packages: `node fetch.js postgres`, for example. A process of its own, so that it runs while npm installs. What it cannot fetch is
 * tried again where it is used, and reported there.
 */
const { ensureChromium } = require('./chromium.js');
const { ensureNatsServer } = require('./nats-server.js');
const { ensurePostgres } = require('./postgres.js');

const programs = { 'nats-server': ensureNatsServer, chromium: ensureChromium, postgres: ensurePostgres };

async function main(names) {
  for (const name of names) await programs[name]();
}

main(process.argv.slice(2)).catch(() => (process.exitCode = 1));
