/**
 * Measures in a real Chromium how long the console takes to load, to draw a trail of 2,000 crumbs, and to show 500 events a second; and, computing
 * four times slower, to open a trail and a table of candidates, and to show a key in a chat of 5,000 messages. `--throttled`: only the latter.
 */
const { parseArgs } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const { openBrowser } = require('@crumbtrail/testing');
// eslint-disable-next-line @nx/enforce-module-boundaries -- finds or downloads a browser as the tests do
const { ensureChromium } = require('../setup/programs/chromium.js');
const { enter, LONG } = require('./console-page.js');
const throttledFigures = require('./console-throttled.js');
const { median, quantile } = require('./statistics.js');
const { withStack } = require('./system.js');
const { table } = require('./table.js');

const TRAIL = 2_000;
const BATCH = 1_000;
const TIMES = 7;
const SECONDS = 10;
const A_SECOND = 500;
const SLICES = 10;
const SHAPE = { json: { type: 'boolean', default: false }, throttled: { type: 'boolean', default: false } };

const message = (session, content, cause) => ({
  schema_name: 'user.message.v1',
  session,
  context: { content },
  ...(cause ? { cause: { id: cause.id } } : {}),
});

/** History without answers: half of it under one message, the rest one level below. */
async function longTrail(api) {
  const append = (drafts) => api.appendBatch(drafts, { imported: true });
  const [root] = await append([message('long', 'all of it')]);
  const below = await append(Array.from({ length: BATCH }, (_, n) => message('long', `row ${n}`, root)));
  await append(below.slice(0, TRAIL - BATCH - 1).map((cause, n) => message('long', `row ${BATCH + n}`, cause)));
  return root.id;
}

/** Milliseconds from the last byte of the reply to the frame that shows its rows. */
const DRAWN = `new Promise((done) => {
  const look = () => {
    if (!document.querySelector('[role=treeitem]')) return requestAnimationFrame(look);
    const shown = performance.now();
    const asked = performance.getEntriesByType('resource').filter(({ name }) => /\\/v1\\/trails\\//.test(name));
    done(shown - Math.max(...asked.map(({ responseEnd }) => responseEnd)));
  };
  look();
})`;

async function trailFigures(browser, stack, trail) {
  const hash = `#/trails/${trail}`;
  const times = [];
  for (let round = 0; round < TIMES; round += 1) {
    const page = await enter(browser, stack, hash);
    times.push(await page.evaluate(DRAWN));
    await page.waitForSelector('[data-testid=trail-totals] >> text=2,000 crumbs', LONG);
    await page.close();
  }
  return { median: median(times), longest: Math.max(...times) };
}

/** Kilobytes of script transferred until the first view is shown. */
async function loadFigures(browser, stack) {
  const page = await enter(browser, stack, '');
  await page.waitForSelector('.shell', LONG);
  const bytes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, one) => sum + one.encodedBodySize, 0)`,
  );
  await page.close();
  return bytes / 1_000;
}

/** The times between frames while `work` runs. */
async function framesDuring(page, work) {
  await page.evaluate(`(() => {
    const frames = (window.frames_ = []);
    let last = performance.now();
    const next = (now) => { frames.push(now - last); last = now; if (window.frames_ === frames) requestAnimationFrame(next); };
    requestAnimationFrame(next);
  })()`);
  await work();
  const gaps = await page.evaluate(
    '(() => { const all = window.frames_.slice(1); window.frames_ = null; return all; })()',
  );
  return { per_second: 1_000 / (gaps.reduce((sum, one) => sum + one, 0) / gaps.length), p99: quantile(gaps, 0.99) };
}

async function flood(api) {
  let written = 0;
  const size = A_SECOND / SLICES;
  for (let slice = 0; slice < SECONDS * SLICES; slice += 1) {
    const drafts = Array.from({ length: size }, () => message('flood', `number ${(written += 1)}`));
    await Promise.all([api.appendBatch(drafts, { imported: true }), pause(1_000 / SLICES)]);
  }
  return written;
}

/** Frames of an idle page, then of the same page while events arrive; and the delay until it shows the last one. */
async function logFigures(browser, stack, api) {
  const page = await enter(browser, stack, '#/log?session=flood');
  await page.waitForSelector('[data-connection=live]', LONG);
  const resting = await framesDuring(page, () => pause(3_000));
  let written = 0;
  const from = performance.now();
  const flooded = await framesDuring(page, async () => {
    written = await flood(api);
  });
  const seconds = (performance.now() - from) / 1_000;
  const ended = performance.now();
  await page.waitForSelector(`.log-row >> text="number ${written}"`, LONG);
  const behind = performance.now() - ended;
  await page.close();
  return { resting, flooded, events_per_second: written / seconds, behind };
}

const ms = (value) => `${value.toFixed(0)} ms`;

const opened = ({ median: middle, p95 }) => `${ms(middle)}, 95 % within ${ms(p95)}`;

const throttledRows = ({ trail, candidates, key }) => [
  ['computing 4 times slower:', ''],
  [`a trail of ${TRAIL.toLocaleString('en')} opens`, opened(trail)],
  ['a table of 500 candidates opens', opened(candidates)],
  ['a key in a chat of 5,000 messages', opened(key)],
];

function rowsOf({ first_load_kb, trail, log }) {
  const frames = ({ per_second, p99 }) => `${per_second.toFixed(0)} frames/s, 99 % within ${ms(p99)}`;
  return [
    ['first load, script over the wire', `${first_load_kb.toFixed(0)} kB`],
    [
      `a trail of ${TRAIL.toLocaleString('en')}, drawn after its data`,
      `${ms(trail.median)}, longest ${ms(trail.longest)}`,
    ],
    ['the log at rest', frames(log.resting)],
    [`the log at ${log.events_per_second.toFixed(0)} events/s`, frames(log.flooded)],
    ['the last of them shown after', ms(log.behind)],
  ];
}

/** All figures, or those of a slow computer alone. */
async function measure(browser, stack, api, isThrottledOnly) {
  const first_load_kb = isThrottledOnly ? undefined : await loadFigures(browser, stack);
  const trail = await longTrail(api);
  const throttled = await throttledFigures(browser, stack, { api, trail });
  if (isThrottledOnly) return { throttled };
  return {
    first_load_kb,
    trail: await trailFigures(browser, stack, trail),
    log: await logFigures(browser, stack, api),
    throttled,
  };
}

module.exports = async function consoleBench({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  process.env.CHROMIUM_BIN = ensureChromium().file;
  const browser = await openBrowser();
  try {
    await withStack(server, async (api, stack) => {
      const figures = { bench: 'console', ...(await measure(browser, stack, api, values.throttled)) };
      const rows = [...(values.throttled ? [] : rowsOf(figures)), ...throttledRows(figures.throttled)];
      console.log(values.json ? JSON.stringify(figures) : table(rows));
    });
  } finally {
    await browser.close();
  }
};
