// npm run drill -- <name> [-t <title>]: a test of minutes that ends servers under load, and prints what was lost and for how long nothing was accepted.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./checks/run-drill.js').runDrill);
