/**
 * On which database `npm run test:all` runs each end-to-end spec: on Postgres, where a stack starts with less computing, unless it is
 * listed here. Each name stands for e2e/<name>.e2e.spec.ts. `npm test` runs its core specs on the embedded database, which needs no server.
 */
const { CORE_SPECS } = require('./core-specs.js');
const { endToEndNames } = require('./jest-runs.js');

/** Those that use most of the store's statements: who may read and write what, and the life of a turn. The store's own specs about rights run on both, too. */
const ON_BOTH = ['identity', 'turns'];

/** Those about a Crumbtrail of one folder, as `npm start` runs it: its files, its first message after a start, its commands. */
const OF_ONE_FOLDER = ['crumb', 'first-message', 'installed-package'];

/** Those about what survives the death of the store: the embedded database dies with it, and a Postgres does not. */
const OF_DEATHS = ['crash-points', 'stopping', 'timers'];

/**
 * The projects whose integration specs run against a store in a process of its own, `TestStore` or `TestStack` of libs/testing: `npm run test:all` runs all their
 * specs on Postgres. `npm test` runs them on the embedded database.
 */
const STORE_USERS = ['agent-kit', 'conductor', 'context-builder', 'gateway', 'memory-keeper', 'tool-runner'];

/** The names of the end-to-end specs that run on the embedded database. */
const namesOnEmbedded = () => [...new Set([...CORE_SPECS, ...OF_ONE_FOLDER, ...OF_DEATHS, ...ON_BOTH])];

/** The names of the end-to-end specs that run on Postgres: {@link ON_BOTH}, and all that do not run on the embedded database. */
const namesOnPostgres = () => {
  const embedded = namesOnEmbedded();
  return endToEndNames().filter((name) => ON_BOTH.includes(name) || !embedded.includes(name));
};

module.exports = { ON_BOTH, STORE_USERS, namesOnEmbedded, namesOnPostgres };
