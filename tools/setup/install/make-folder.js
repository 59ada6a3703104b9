/** Makes folders. */
const { existsSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

/** Makes `folder` and those above it. Node's own recursive mkdir never returns below /proc, where nothing can be made. */
function makeFolder(folder, mode = 0o777) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  mkdirSync(folder, { mode });
}

module.exports = { makeFolder };
