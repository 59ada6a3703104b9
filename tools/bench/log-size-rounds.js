/** Measures the same operations on logs of several sizes in turn, so that other work on the machine slows all of them. */
const { ApiError } = require('@crumbtrail/client');
const { clientOf, untilCaughtUp } = require('./grown-log.js');
const { Asker, OPERATIONS } = require('./log-size-operations.js');
const { median, quantile } = require('./statistics.js');

/** Rounds before the first that counts: code that has not run often is interpreted. */
const WARM_UP_SHARE = 0.25;
/** An operation is not repeated once its rounds have taken that long, in milliseconds, if there are {@link LEAST}. */
const LONG_MS = 60_000;
const LEAST = 5;
const RESTARTS = 5;

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const figuresOf = (name, times) => ({
  name,
  rounds: times[0].length,
  sizes: times.map((values) => ({ median: median(values), p95: quantile(values, 0.95) })),
  ratios: times.map((values) => median(values) / median(times[0])),
});

/** Runs `once(log)` for each log in turn; resolves to the milliseconds of each log after the warm-up rounds. */
async function inTurn(logs, { rounds, warmUp, once }) {
  const times = logs.map(() => []);
  const from = performance.now();
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round >= LEAST && performance.now() - from > LONG_MS) break;
    for (const [at, log] of logs.entries()) {
      const milliseconds = await once(log);
      if (round >= 0) times[at].push(milliseconds);
    }
  }
  return times;
}

async function measureOperation(logs, name, rounds) {
  const { prepare, run, most } = OPERATIONS[name];
  const prepared = new Map();
  for (const log of logs) prepared.set(log, await prepare?.(log.api));
  const left = Math.min(...logs.map(({ asker }) => most?.(asker) ?? Infinity));
  const once = (log) => timed(() => run(log.api, log.asker, prepared.get(log)));
  const fitting = Math.min(rounds, Math.floor(left / (1 + WARM_UP_SHARE)));
  const warmUp = Math.floor(fitting * WARM_UP_SHARE);
  return figuresOf(name, await inTurn(logs, { rounds: fitting, warmUp, once }));
}

/** From the start of a store that was stopped to its first answer. */
async function restartStore({ stack, api }) {
  await stack.halt('breadcrumb-store');
  return timed(async () => {
    await stack.start('breadcrumb-store');
    await api.list({ limit: 1 });
  });
}

/** From the start of a stack that was stopped until it is ready. */
async function restartStack(log) {
  await log.place.stop();
  return timed(() => startLog(log));
}

async function startLog(log) {
  log.stack = await log.place.start();
  log.api = clientOf(log.stack);
}

/** Starts a stack on each log, and measures every operation. One that is refused, as one that takes too long is, has a `failure`. */
async function measureLogs(logs, { rounds, report }) {
  for (const log of logs) {
    await startLog(log);
    log.asker = new Asker(log.size);
    await untilCaughtUp(log.api);
  }
  const figures = [];
  const add = (one) => {
    figures.push(one);
    report(`${one.name}: ${one.ratios.map((ratio) => ratio.toFixed(2)).join(', ')} times`);
  };
  for (const name of Object.keys(OPERATIONS)) {
    try {
      add(await measureOperation(logs, name, rounds));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report(`${name}: ${error.message}`);
      figures.push({ name, failure: error.message });
    }
  }
  for (const log of logs) await untilCaughtUp(log.api);
  add(
    figuresOf('store, start to first answer', await inTurn(logs, { rounds: RESTARTS, warmUp: 0, once: restartStore })),
  );
  add(figuresOf('stack, start to ready', await inTurn(logs, { rounds: RESTARTS, warmUp: 0, once: restartStack })));
  return figures;
}

module.exports = { measureLogs };
