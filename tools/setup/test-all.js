// npm run test:all: sets this machine up and runs every check, on Postgres too. Keep the syntax plain here too.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./checks/run-checks.js').runEveryCheck);
