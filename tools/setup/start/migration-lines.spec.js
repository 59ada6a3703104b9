const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { migrationLines } = require('./migration-lines.js');

test('migrationLines: says what the store has migrated at this start, and nothing of earlier ones or without a log', () => {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-migration-'));
  const since = Date.parse('2026-11-26T10:00:00Z');
  expect(migrationLines(home, since)).toEqual([]);
  const record = (time, from, to) =>
    JSON.stringify({ time, from, to, msg: `The database was migrated from ${from} to ${to}.` });
  mkdirSync(join(home, 'logs'));
  const lines = ['no JSON', record('2026-11-25T10:00:00Z', 'A1', 'B2'), record('2026-11-26T10:00:05Z', 'B2', 'C3')];
  writeFileSync(join(home, 'logs/breadcrumb-store.log'), `${lines.join('\n')}\n`);
  expect(migrationLines(home, since)).toEqual(['database     migrated from B2 to C3']);
  rmSync(home, { recursive: true });
});
