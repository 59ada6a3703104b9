const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { fingerprint, isStale } = require('./build.js');

describe('a build', () => {
  const made = { stamp: 'a', print: 'a', outputs: ['dist'], exists: () => true };

  test('is fresh when nothing has changed', () => expect(isStale(made)).toBe(false));
  test('is stale when a source changed', () => expect(isStale({ ...made, print: 'b' })).toBe(true));
  test('is stale when its output is missing', () => expect(isStale({ ...made, exists: () => false })).toBe(true));
  test('is stale when there was no earlier build', () => expect(isStale({ ...made, stamp: undefined })).toBe(true));
});

describe('the fingerprint of the sources', () => {
  let base;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'crumbtrail-build-'));
    for (const folder of ['libs/src', 'libs/dist']) mkdirSync(join(base, folder), { recursive: true });
    writeFileSync(join(base, 'libs/src/a.ts'), '1');
  });
  afterEach(() => rmSync(base, { recursive: true }));
  const changesWith = (file) => {
    const before = fingerprint(['libs'], base);
    writeFileSync(join(base, file), '22');
    return fingerprint(['libs'], base) !== before;
  };

  test('changes with a source', () => expect(changesWith('libs/src/a.ts')).toBe(true));
  test('changes with a new source', () => expect(changesWith('libs/src/b.ts')).toBe(true));
  test('does not change with a spec', () => expect(changesWith('libs/src/a.spec.ts')).toBe(false));
  test('does not change with build output', () => expect(changesWith('libs/dist/a.js')).toBe(false));
});
