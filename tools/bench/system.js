/** A running system to measure: a private one that is gone afterwards, or one that runs already. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { Crumbtrail } = require('@crumbtrail/client');
const { startStack } = require('@crumbtrail/setup');

const BATCH = 500;

/** Runs `work` with the operator's client of a private stack. Embeddings are what the environment says. */
async function withStack(server, work, { outside } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'));
  const settings = { home, ...(server ? { server } : {}), ...(outside ? { outside } : {}), env: { LOG_LEVEL: 'warn' } };
  const stack = await startStack(settings);
  try {
    return await work(new Crumbtrail({ url: stack.url, key: stack.apiKey }), stack);
  } finally {
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The system at `url`, or a private one. */
function withSystem({ server, url, key }, work) {
  return url ? work(new Crumbtrail({ url, key })) : withStack(server, work);
}

/** Imports drafts as history; gives the content of each crumb by its id, in the order of the drafts. */
async function importAll(api, drafts) {
  const contents = new Map();
  for (let from = 0; from < drafts.length; from += BATCH) {
    const some = drafts.slice(from, from + BATCH);
    const receipts = await api.appendBatch(some, { imported: true });
    receipts.forEach(({ id }, n) => contents.set(id, some[n].context.content));
  }
  return contents;
}

/** Questions are asked of the whole history, so they wait for the index. */
async function untilIndexed(api) {
  const { head } = await api.status();
  const reached = async () => {
    const { indexed, embedded } = await api.status();
    return indexed >= head && embedded >= head;
  };
  while (!(await reached())) await pause(200);
}

module.exports = { importAll, untilIndexed, withStack, withSystem };
