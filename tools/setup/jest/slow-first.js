/** The order of spec files: the slow ones first, by a list; a fresh checkout has no times of an earlier run to go by. */
const { default: Sequencer } = require('@jest/test-sequencer');
const { SLOW_SPECS } = require('../checks/slow-specs.js');

/** The place of a file in the list; files that are not in it come after it. */
function placeOf({ path }) {
  const at = SLOW_SPECS.findIndex((name) => path.replaceAll('\\', '/').endsWith(`/${name}`));
  return at === -1 ? SLOW_SPECS.length : at;
}

/** Jest's order (files that failed last time, then longer ones), with the listed files before all others. */
class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => placeOf(a) - placeOf(b));
  }
}

module.exports = SlowFirst;
