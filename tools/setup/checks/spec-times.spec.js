const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { root } = require('../paths.js');
const { describeSlowest, parseProcessorTimes, readTimes, recordTimes } = require('./spec-times.js');

const file = (name, tookMs, processorMs) => ({ file: join(root, name), tookMs, processorMs });

test('the times of runs are kept by the path of the file, and a later run replaces the time of an earlier one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-times-'));
  const kept = join(folder, 'cache/spec-times.json');
  recordTimes([file('a.spec.ts', 1_000.4), file('b.spec.ts', 10)], kept);
  recordTimes([file('b.spec.ts', 20), { file: join(tmpdir(), 'made.spec.js'), tookMs: 5 }], kept);
  expect(readTimes(kept)).toMatchObject({ 'a.spec.ts': 1_000, 'b.spec.ts': 20 });
  expect(Object.keys(readTimes(kept)).filter((name) => name.includes('made'))).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('the processor time of a file that ran twice is that of its last run', () => {
  const lines = [
    { file: '/a', processorMs: 1 },
    { file: '/b', processorMs: 2 },
    { file: '/a', processorMs: 3 },
  ];
  expect(parseProcessorTimes(`${lines.map((one) => JSON.stringify(one)).join('\n')}\n`)).toEqual({ '/a': 3, '/b': 2 });
});

test('the slowest twenty files of all runs are named, the slowest first', () => {
  const files = Array.from({ length: 15 }, (_, nth) => file(`${nth}.spec.ts`, nth * 1_000, 500));
  const others = [file('slowest.spec.ts', 90_000, 1_250), ...files.map((one) => ({ ...one, tookMs: 10 }))];
  const [title, first, ...rest] = describeSlowest([{ files }, { files: others }, { files: undefined }]);
  expect(title).toBe('the slowest of 31 spec files:');
  expect(first).toBe('    90.0 s     1.3 s of the processor  slowest.spec.ts');
  expect(rest).toHaveLength(19);
});

test('a run without results names no file', () => expect(describeSlowest([{ files: undefined }])).toEqual([]));
