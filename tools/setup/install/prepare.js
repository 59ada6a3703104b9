/** Everything that start and the tests need before they begin, in order. */
const { ensureBuild } = require('./build.js');
const { ensureDependencies } = require('./dependencies.js');
const { isInstalled } = require('../paths.js');
const { ensureNatsServer } = require('../programs/nats-server.js');

/** Resolves to the nats-server to run, or undefined when NATS_URL names one that already runs. */
async function prepare({ ownServer = !process.env.NATS_URL } = {}) {
  if (!isInstalled) {
    ensureDependencies();
    ensureBuild();
  }
  return ownServer ? await ensureNatsServer() : undefined;
}

module.exports = { prepare };
