#!/usr/bin/env node
// The command of the npm package: alone or with `up` it runs the stack, otherwise it is `crumb`. Older Nodes read this file too: keep its syntax plain.
'use strict';

require('../../../tools/setup/install/node-version.js').requireNode();
var first = process.argv[2];
if (first === undefined || first === 'up') {
  process.argv.splice(2, 1);
  require('../../../tools/setup/start.js');
} else {
  require('./crumb.js');
}
