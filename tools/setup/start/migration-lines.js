/** The line about a database of an older version that was migrated at this start. */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const LATEST_BYTES = 200_000;

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

/** What the store has logged about it since a time, in milliseconds since 1970; empty where it has migrated nothing. */
function migrationLines(home, since) {
  const file = join(home, 'logs/breadcrumb-store.log');
  if (!existsSync(file)) return [];
  const records = readFileSync(file).subarray(-LATEST_BYTES).toString().split('\n').map(parse);
  return records
    .filter(({ msg = '', time }) => msg.startsWith('The database was migrated') && Date.parse(time) >= since)
    .map(({ from, to }) => `database     migrated from ${from} to ${to}`);
}

module.exports = { migrationLines };
