/** How lists, searches, previews, appends and restarts depend on the number of crumbs in the log, and what each crumb takes on disk. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
/* eslint-disable @nx/enforce-module-boundaries -- finds or builds Postgres as the tests do, and uses the error class that is printed without a stack */
const { ensurePostgres } = require('../setup/programs/postgres.js');
const { startPostgres } = require('../setup/programs/postgres-server.js');
const { readFree } = require('../setup/stack/disk.js');
const { ActionableError, printStep } = require('../setup/terminal/output.js');
/* eslint-enable @nx/enforce-module-boundaries */
const { withCleanUp } = require('./clean-up.js');
const { FIRST, growLog, LOADING_SETTINGS, PER_SESSION, Restartable, seedLog } = require('./grown-log.js');
const { measureLogs } = require('./log-size-rounds.js');
const { readDisk, reportOf } = require('./log-size-report.js');
const { openRaw, ownDatabase } = require('./raw-database.js');

const USE = 'npm run bench -- log-size [--sizes 100000,10000000] [--rounds 200] [--json]';
const SHAPE = {
  sizes: { type: 'string', default: '100000,10000000' },
  rounds: { type: 'string', default: '200' },
  json: { type: 'boolean', default: false },
};
const LEAST_CRUMBS = 10_000;
const LEAST_ROUNDS = 5;
/** Disk of a crumb with its indexes, while the last of them are created, in KiB. */
const KIB_OF_A_CRUMB = 3;
/** Disk for the write-ahead log, sorting, and the rest of the machine, in MiB. */
const MIB_BESIDE = 8_192;
/** The indexes of ten million crumbs are built in memory. */
const POSTGRES_SETTINGS = [...LOADING_SETTINGS, 'maintenance_work_mem=3GB', 'shared_buffers=2GB', 'max_wal_size=4GB'];

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const sizes = values.sizes.split(',').map(Number);
  const rounds = Number(values.rounds);
  const whole = (size) => Number.isInteger(size) && size >= LEAST_CRUMBS && size % FIRST === 0;
  const rising = sizes.every((size, at) => at === 0 || size > sizes[at - 1]);
  if (!sizes.every(whole) || !rising || !Number.isInteger(rounds) || rounds < LEAST_ROUNDS)
    throw new ActionableError(
      `Sizes rise in whole thousands from ${LEAST_CRUMBS} on, and there are ${LEAST_ROUNDS} rounds or more: ${USE}`,
    );
  return { sizes, rounds, json: values.json };
}

/** Throws if the logs do not fit on the disk of temporary files. */
function requireDisk(sizes, free = readFree(tmpdir())) {
  const crumbs = sizes.reduce((sum, size) => sum + size, 0);
  const needed = Math.ceil((crumbs * KIB_OF_A_CRUMB) / 1024) + MIB_BESIDE;
  if (free < needed)
    throw new ActionableError(
      `${crumbs.toLocaleString('en')} crumbs need ${needed} MiB, and ${tmpdir()} has ${free} MiB free: free some, set TMPDIR to a folder on another disk, or choose smaller --sizes.`,
    );
}

/** Creates a log of `size` crumbs in a database of its own. */
async function createLog(size, { postgres, server, atEnd }) {
  const database = await ownDatabase(postgres.url);
  atEnd(() => database.drop());
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-log-size-'));
  atEnd(() => rmSync(home, { recursive: true, force: true }));
  const place = new Restartable({ home, server, url: database.url });
  atEnd(() => place.end());
  await seedLog(place);
  const raw = await openRaw({ url: database.url });
  try {
    const from = performance.now();
    await growLog(raw, { to: size, report: printStep });
    const seconds = (performance.now() - from) / 1_000;
    printStep(`${size} crumbs were loaded in ${seconds.toFixed(0)} s`);
    return { size, place, loading: seconds, disk: await readDisk(raw, size) };
  } finally {
    await raw.close();
  }
}

async function measure({ sizes, rounds, json }, { server, atEnd }) {
  const postgres = await startPostgres(ensurePostgres(), POSTGRES_SETTINGS);
  atEnd(() => postgres.stop());
  const logs = [];
  for (const size of sizes) logs.push(await createLog(size, { postgres, server, atEnd }));
  const operations = await measureLogs(logs, { rounds, report: printStep });
  const figures = {
    bench: 'log-size',
    sizes: logs.map(({ size, loading, disk }) => ({ size, loading_seconds: loading, disk })),
    operations,
  };
  console.log(json ? JSON.stringify(figures) : reportOf(figures, PER_SESSION));
}

module.exports = async function logSize({ server, options }) {
  const settings = optionsOf(options);
  requireDisk(settings.sizes);
  await withCleanUp((atEnd) => measure(settings, { server, atEnd }));
};
