/** Compares previews in a long session with previews in a short one, alternately on one stack, after both are cached. */
const { parseArgs } = require('node:util');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { storeSettings } = require('./raw-database.js');
const { draftsOf, LENGTHS, questionOf } = require('./build-data.js');
const { dice, median, quantile } = require('./statistics.js');
const { importAll, untilIndexed, withStack } = require('./system.js');
const { table } = require('./table.js');

const AGENT = 'assistant';
const MAX_TOKENS = 2_000;
const LEAST_MESSAGES = 10;
const USE =
  'npm run bench -- session [--sizes 500,50000] [--lengths short|chat] [--warm-up 60] [--rounds 40] [--postgres] [--json]';
const SHAPE = {
  sizes: { type: 'string', default: '500,50000' },
  lengths: { type: 'string', default: 'short' },
  'warm-up': { type: 'string', default: '60' },
  rounds: { type: 'string', default: '40' },
  postgres: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
};

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const sizes = values.sizes.split(',').map(Number);
  const [warmUp, rounds] = [Number(values['warm-up']), Number(values.rounds)];
  const areWhole = sizes.every((size) => Number.isInteger(size) && size >= LEAST_MESSAGES);
  const areCounts = Number.isInteger(warmUp) && warmUp >= 0 && Number.isInteger(rounds) && rounds >= 1;
  if (sizes.length !== 2 || !areWhole || !areCounts || !LENGTHS.includes(values.lengths))
    throw new ActionableError(`Give two sizes of ${LEAST_MESSAGES} messages or more, and at least one round: ${USE}`);
  return { ...values, sizes, warmUp, rounds };
}

/** Imports one session of each size, and returns its texts. */
async function importSessions(api, { sizes, lengths }) {
  const sessions = [];
  for (const size of sizes) {
    const session = `s-${size}`;
    const drafts = draftsOf({ sessions: 1, perSession: size, lengths }).map((draft) => ({ ...draft, session }));
    await importAll(api, drafts);
    sessions.push({ session, size, texts: drafts.map(({ context }) => context.content), total: [], store: [] });
    printStep(`${size} messages are there`);
  }
  await untilIndexed(api);
  return sessions;
}

async function askInTurn(api, sessions, { warmUp, rounds }) {
  const roll = dice(5);
  for (let round = -warmUp; round < rounds; round += 1)
    for (const { session, texts, total, store } of sessions) {
      const content = questionOf(texts[Math.floor(roll() * texts.length)], roll);
      const { milliseconds } = await api.preview({
        agent: AGENT,
        session,
        content,
        budget: { max_tokens: MAX_TOKENS },
      });
      if (round < 0) continue;
      total.push(milliseconds.total);
      store.push(milliseconds.store);
    }
}

const figuresOf = ([short, long]) => ({
  bench: 'session',
  sessions: [short, long].map(({ size, total, store }) => ({
    messages: size,
    total: { median: median(total), p95: quantile(total, 0.95) },
    store: { median: median(store), p95: quantile(store, 0.95) },
  })),
  long_over_short: median(long.total) / median(short.total),
});

function reportOf({ sessions, long_over_short }) {
  const rows = sessions.map(({ messages, total, store }) => [
    messages.toLocaleString('en'),
    ...[total.median, total.p95, store.median].map((ms) => ms.toFixed(1)),
  ]);
  return `${table([['messages', 'a preview, ms', '95 %', 'in the store, ms'], ...rows])}\n  ${long_over_short.toFixed(2)} times`;
}

module.exports = async function session({ server, options }) {
  const settings = optionsOf(options);
  const postgres = settings.postgres ? await startPostgres(ensurePostgres()) : null;
  const outside = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...storeSettings(postgres?.url),
  };
  try {
    const measure = async (api) => {
      const sessions = await importSessions(api, settings);
      await askInTurn(api, sessions, settings);
      const figures = figuresOf(sessions);
      console.log(settings.json ? JSON.stringify(figures) : reportOf(figures));
    };
    await withStack(server, measure, { outside, env: { RETRIEVAL_CACHE_MB: process.env.RETRIEVAL_CACHE_MB ?? '64' } });
  } finally {
    await postgres?.stop();
  }
};
