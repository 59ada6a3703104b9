/** A log of any size on Postgres: its first sessions are created through the API, the others are copies of them, and a stack runs on it. */
const { setTimeout: pause } = require('node:timers/promises');
const { Crumbtrail } = require('@crumbtrail/client');
const { startStack } = require('@crumbtrail/setup');
const { draftsOf, growTo } = require('./build-data.js');
const { storeSettings } = require('./raw-database.js');
const { importAll, untilIndexed } = require('./system.js');

const PER_SESSION = 500;
const FIRST_SESSIONS = 2;
/** How many crumbs are created through the API; the size of a log is a multiple of that. */
const FIRST = PER_SESSION * FIRST_SESSIONS;
/** Settings of a Postgres into which a log is loaded at once, and whose indexes are built in memory. */
const LOADING_SETTINGS = [
  'maintenance_work_mem=1GB',
  'max_wal_size=8GB',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** Starts a stack in `home` on the database at `url`; `signal` ends the start. */
function startOn({ home, server, url }, { signal } = {}) {
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME, ...storeSettings(url) };
  return startStack({ home, server, outside, env: { LOG_LEVEL: 'warn' }, signal });
}

/** A stack that can be started again and again, and stopped at any time, also while it starts. */
class Restartable {
  #place;
  #over = new AbortController();
  #starting;

  constructor(place) {
    this.#place = place;
  }

  start() {
    this.#starting = startOn(this.#place, { signal: this.#over.signal });
    return this.#starting;
  }

  async stop() {
    const stack = await this.#starting?.catch(() => undefined);
    await stack?.stop();
  }

  async end() {
    this.#over.abort();
    await this.stop();
  }
}

const clientOf = ({ url, apiKey }) => new Crumbtrail({ url, key: apiKey });

/** The first crumbs, as drafts. */
const firstDrafts = (lengths) => draftsOf({ sessions: FIRST_SESSIONS, perSession: PER_SESSION, lengths });

/** Creates the first sessions through the HTTP API. */
async function seedLog(restartable, lengths) {
  const api = clientOf(await restartable.start());
  await importAll(api, firstDrafts(lengths));
  await untilIndexed(api);
  await restartable.stop();
}

/** Waits until relay and index have caught up. */
async function untilCaughtUp(api) {
  await untilIndexed(api);
  for (;;) {
    const { head, relayed } = await api.status();
    if (relayed >= head) return;
    await pause(500);
  }
}

/** Grows a log on which no stack is running from one number of crumbs to another, and updates its statistics. */
async function growLog(raw, { from = FIRST, to, report }) {
  if (to > from) await growTo(raw, { have: from / FIRST, want: to / FIRST, sessions: FIRST_SESSIONS, report });
  report(`${to} crumbs are there`);
  await raw.query('vacuum analyze');
}

module.exports = {
  clientOf,
  FIRST,
  FIRST_SESSIONS,
  firstDrafts,
  growLog,
  LOADING_SETTINGS,
  PER_SESSION,
  Restartable,
  seedLog,
  startOn,
  untilCaughtUp,
};
