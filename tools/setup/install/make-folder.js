/** Creates folders. */
const { existsSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

/** Creates `folder` and its parents. Node's own recursive mkdir never returns below /proc, where no folder can be created. */
function makeFolder(folder, mode = 0o777) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  mkdirSync(folder, { mode });
}

module.exports = { makeFolder };
