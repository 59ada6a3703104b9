// npm test: sets this machine up and runs every check. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').run(require('./checks/run-checks.js').runChecks);
