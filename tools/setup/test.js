// npm test: sets this machine up and runs the checks that a change should pass. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./checks/run-checks.js').runCoreChecks);
