// npm run drill -- <name>: what an operator does in an emergency, done on servers of its own on loopback, which are removed afterwards.
'use strict';

require('../setup/install/node-version.js').requireNode();
const { prepare } = require('../setup/install/prepare.js');
const { runMain, ActionableError } = require('../setup/terminal/output.js');

const DRILLS = { ha: './ha.js', upgrade: './upgrade.js', 'point-in-time': './point-in-time.js' };

async function drill([name, ...options]) {
  const file = DRILLS[name];
  if (!file) throw new ActionableError(`Choose a drill: npm run drill -- ${Object.keys(DRILLS).join('|')} [options]`);
  const server = await prepare({ ownServer: true });
  await require(file)({ server, options });
}

// Exits once the figures are printed, even if a drill has left handles open.
runMain(() => drill(process.argv.slice(2)).then(() => process.exit()));
