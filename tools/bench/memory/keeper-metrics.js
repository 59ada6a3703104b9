/** Where a memory-keeper stands, by the metrics of the store. */
const { setTimeout: pause } = require('node:timers/promises');
const { sumOf } = require('../metrics.js');

const KEEPER = 'memory-keeper';

/** Waits until the keeper has handled every reply. */
async function untilKept(metrics) {
  while ((await sumOf(metrics.store, 'crumbtrail_durable_depth', `${KEEPER}-replies`)) > 0) await pause(500);
}

module.exports = { KEEPER, untilKept };
