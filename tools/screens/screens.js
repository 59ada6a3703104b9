/* eslint-disable @nx/enforce-module-boundaries -- runs before anything is installed, when no npm scope resolves yet */
// npm run screens [-- --only <view>] [--to <folder>]: screenshots of every view of the real console over a real stack, at 1440, 1024
// and 390 pixels, light and dark.
'use strict';

require('../setup/install/node-version.js').requireNode();
const { mkdirSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { parseArgs } = require('node:util');
const { ensureChromium } = require('../setup/programs/chromium.js');
const { root } = require('../setup/paths.js');
const { prepare } = require('../setup/install/prepare.js');
const { ActionableError, runMain, printStep } = require('../setup/terminal/output.js');
const { views } = require('./views.js');
const { createSampleData } = require('./sample-data.js');

const OPTIONS = { only: { type: 'string' }, to: { type: 'string', default: join(root, 'docs/screens') } };
const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const SHAPES = VIEWPORTS.flatMap((viewport) => [
  { suffix: `${viewport.width}`, viewport, colorScheme: 'light' },
  { suffix: `${viewport.width}-dark`, viewport, colorScheme: 'dark' },
]);

async function picture(page, view, sample, file) {
  await page.evaluate(`location.hash = ${JSON.stringify(view.hash(sample))}`);
  await page.waitForSelector(view.ready, { timeout: 30_000 });
  await page.waitForSelector('main .busy', { state: 'detached', timeout: 30_000 });
  await view.act?.(page, sample);
  await page.waitForTimeout(300);
  await page.screenshot({ path: file });
}

async function pictures(browser, stack, sample, { wanted, to }) {
  for (const { suffix, ...shape } of SHAPES) {
    const page = await browser.newPage(shape);
    await page.goto(stack.api.url);
    await page.fill('#key', stack.key);
    await page.click('button >> text=Sign in');
    await page.waitForSelector('.shell', { timeout: 30_000 });
    for (const view of wanted) await picture(page, view, sample, join(to, `${view.name}-${suffix}.png`));
    await page.close();
    printStep(`${wanted.length} views at ${suffix}`);
  }
}

async function screens() {
  const { values } = parseArgs({ options: OPTIONS });
  const wanted = views.filter(({ name }) => values.only === undefined || name === values.only);
  if (wanted.length === 0)
    throw new ActionableError(
      `There is no view "${values.only}"; the views are ${views.map(({ name }) => name).join(', ')}`,
    );
  const server = await prepare({ ownServer: true });
  process.env.NATS_SERVER_BIN = server.file;
  process.env.CHROMIUM_BIN = ensureChromium().file;
  const { openBrowser, TestStack } = require('@crumbtrail/testing');
  const to = resolve(values.to);
  mkdirSync(to, { recursive: true });
  const stack = await TestStack.start({ env: { MODEL_INPUT_PRICE: '0.15', MODEL_OUTPUT_PRICE: '0.6' } });
  const browser = await openBrowser();
  try {
    await pictures(browser, stack, await createSampleData(stack), { wanted, to });
  } finally {
    await browser.close();
    await stack.stop();
  }
  printStep(`the screenshots are in ${relative(process.cwd(), to) || to}`);
}

runMain(screens);
