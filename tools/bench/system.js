/** A system to measure: a private one that is removed afterwards, or a running one. */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { Crumbtrail } = require('@crumbtrail/client');
const { startStack } = require('@crumbtrail/setup');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the demo reads the same files
const { importAll, untilIndexed } = require('../demo/history.js');

/** Runs `work` with the operator's client of a private stack. The environment decides about the embedder. */
async function withStack(server, work, { outside, env, services, nodeOptions } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-bench-'));
  const settings = {
    home,
    ...(server ? { server } : {}),
    ...(outside ? { outside } : {}),
    ...(services ? { services } : {}),
    ...(nodeOptions ? { nodeOptions } : {}),
    env: { LOG_LEVEL: 'warn', ...env },
  };
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

module.exports = { importAll, untilIndexed, withStack, withSystem };
