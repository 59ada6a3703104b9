// npm run test:faults [-- --seed 7 --minutes 4 | --hours 8]: a stack in which one thing after the other fails. Keep the syntax plain here too.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./checks/fault-checks.js').runFaultChecks);
