const { appendFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { TestEnvironment } = require('jest-environment-node');
const { SHARED_MODULES } = require('./shared-modules.js');
const { processorMs } = require('./processor-time.js');

/** What spec files keep for those after them in the same worker process: a running stack (SharedStack of libs/testing). */
const keptByWorker = new Map();

// The embedded database ends before V8's second, better compilation of its WebAssembly would pay.
setFlagsFromString('--wasm-tiering-budget=1000000000');

/**
 * Node's environment with two more globals: `keptByWorker`, and `sharedModules`, whose members are getters, so that a module is loaded only when a test uses it.
 * What a spec file took of the processor is added to the file that SPEC_TIMES names (tools/setup/checks/spec-times.js).
 */
class SharingEnvironment extends TestEnvironment {
  #path;
  #before = processorMs();

  constructor(config, context) {
    super(config, context);
    this.#path = context.testPath;
  }

  async setup() {
    await super.setup();
    this.global.keptByWorker = keptByWorker;
    this.global.sharedModules = Object.defineProperties(
      {},
      Object.fromEntries(SHARED_MODULES.map((name) => [name, { get: () => require(name) }])),
    );
  }

  async teardown() {
    await super.teardown();
    const times = process.env['SPEC_TIMES'];
    if (!times) return;
    appendFileSync(times, `${JSON.stringify({ file: this.#path, processorMs: processorMs() - this.#before })}\n`);
  }
}

module.exports = SharingEnvironment;
