/** The order of spec files: the slow ones first, by the times that were recorded, so that the workers of Jest end at about the same time. */
const { default: Sequencer } = require('@jest/test-sequencer');
const { nameOf, readTimes } = require('../checks/spec-times.js');

/** Files that were never timed: before the quick ones, so that a new slow file is not the last to start. */
const UNKNOWN_MS = 5_000;

/** The files that took longest first, by `times`; else Jest's order. */
class SlowFirst extends Sequencer {
  sort(tests, times = readTimes()) {
    const tookMs = ({ path }) => times[nameOf(path)] ?? UNKNOWN_MS;
    return [...super.sort(tests)].sort((a, b) => tookMs(b) - tookMs(a));
  }
}

module.exports = SlowFirst;
