// npm start: sets this machine up and runs the stack until Ctrl-C. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('./install/node-version.js').requireNode();
require('./terminal/output.js').runMain(require('./start/up.js').up);
