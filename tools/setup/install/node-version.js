// Runs on any Node, so that an old one prints a sentence instead of a syntax error: no modern syntax in this file.
'use strict';

var minimum = [20, 19, 0];

/** A sentence about the required Node, or undefined when `version` ("v20.19.1") is new enough. */
function nodeProblem(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  for (var i = 0; i < minimum.length; i++) {
    if (parts[i] > minimum[i]) return undefined;
    if (parts[i] < minimum[i]) {
      return (
        'Crumbtrail needs Node ' + minimum.join('.') + ' or later and this is ' + version + ': install a newer Node.'
      );
    }
  }
  return undefined;
}

/** Ends the process with one sentence when this Node is too old. */
function requireNode() {
  var problem = nodeProblem(process.version);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

module.exports = { nodeProblem: nodeProblem, requireNode: requireNode };
