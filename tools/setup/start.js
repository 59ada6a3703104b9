// npm start: sets this machine up and runs the stack until Ctrl-C. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('./node-version.js').requireNode();
require('./say.js').run(require('./up.js').up);
