/* eslint-disable @nx/enforce-module-boundaries -- runs before anything is installed, when no npm scope resolves yet */
// npm run bench -- <name> [options]: each benchmark prints its figures beside those of its baseline, measured in the same run.
'use strict';

require('../setup/install/node-version.js').requireNode();
const { prepare } = require('../setup/install/prepare.js');
const { runMain, ActionableError } = require('../setup/terminal/output.js');

const BENCHES = {
  append: './append.js',
  import: './import/import.js',
  turn: './turn.js',
  tools: './tools.js',
  recall: './recall.js',
  'recall-time': './recall-time.js',
  beside: './beside.js',
  fit: './fit/fit.js',
  tokens: './tokens.js',
  dedup: './dedup.js',
  paraphrase: './paraphrase.js',
  everyday: './everyday.js',
  embeddings: './embeddings.js',
  build: './build.js',
  session: './session.js',
  scale: './scale.js',
  console: './console.js',
  move: './move.js',
  'log-size': './log-size.js',
  lore: './lore.js',
  memory: './memory/memory.js',
  'memory-turns': './memory/long-talk.js',
};

async function bench([name, ...options]) {
  const file = BENCHES[name];
  if (!file)
    throw new ActionableError(`Choose a benchmark: npm run bench -- ${Object.keys(BENCHES).join('|')} [options]`);
  const server = await prepare();
  await require(file)({ server, options });
}

// Exits once the figures are printed, even if a bench has left handles open.
runMain(() => bench(process.argv.slice(2)).then(() => process.exit()));
