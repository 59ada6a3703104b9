const { setFlagsFromString } = require('node:v8');
const { TestEnvironment } = require('jest-environment-node');
const { SHARED_MODULES } = require('./shared-modules.js');

/** What spec files keep for those after them in the same worker process: a running stack (SharedStack of libs/testing). */
const keptByWorker = new Map();

// The embedded database ends before V8's second, better compilation of its WebAssembly would pay.
setFlagsFromString('--wasm-tiering-budget=1000000000');

/** Node's environment with two more globals: `keptByWorker`, and `sharedModules`, whose members are getters, so that a module is loaded only when a test uses it. */
class SharingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptByWorker = keptByWorker;
    this.global.sharedModules = Object.defineProperties(
      {},
      Object.fromEntries(SHARED_MODULES.map((name) => [name, { get: () => require(name) }])),
    );
  }
}

module.exports = SharingEnvironment;
