#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, '../dist/main.js');
if (existsSync(built)) require(built);
else {
  console.error('crumb is not built yet. Run `npm ci && npm run build`, or `npm start`, which does both.');
  process.exitCode = 1;
}
