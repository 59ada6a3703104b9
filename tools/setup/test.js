// npm test: sets this machine up and runs every check. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('./node-version.js').requireNode();
require('./say.js').run(require('./checks.js').runChecks);
