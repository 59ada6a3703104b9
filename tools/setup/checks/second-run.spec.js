const { mkdtempSync, realpathSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { ENDED, sumResults } = require('./jest-runs.js');
const { MOST_FILES, combine, describeUnstable, runWithSecondRun } = require('./second-run.js');

const PASSES = `test('passes', () => undefined);`;
const FAILS = `test('fails', () => { throw new Error('broken for good'); });`;
/** The body of a spec that does `first` once, and `PASSES` from then on. */
const once = (first) => `
  const marker = __filename + '.ran';
  if (require('node:fs').existsSync(marker)) { ${PASSES} } else { require('node:fs').writeFileSync(marker, ''); ${first} }`;
const FAILS_ONCE = once(`test('passes', () => { throw new Error('a slow moment'); });`);
const BREAKS_ONCE = once(`throw new Error('a port in use');`);

describe('a run of Jest', () => {
  let folder;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'crumbtrail-second-')));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  /** Runs Jest on spec files given as { name: body }. */
  const run = async (specs) => {
    for (const [name, body] of Object.entries(specs)) writeFileSync(join(folder, `${name}.spec.js`), body);
    const config = JSON.stringify({ rootDir: folder, transform: {}, testMatch: ['**/*.spec.js'], reporters: [] });
    const result = await runWithSecondRun(['--config', config], process.env);
    return { ...result, ...sumResults([result]), lines: describeUnstable([result]) };
  };

  test('in which a spec fails twice fails, beside one that fails only once, which is listed', async () => {
    const result = await run({ always: FAILS, once: FAILS_ONCE, never: PASSES });
    expect(result).toMatchObject({ code: 1, passed: 2, broken: 1 });
    expect(result.lines).toEqual([expect.stringMatching(/^unstable: .*once\.spec\.js › passes\n.*a slow moment/)]);
  });

  test('in which specs fail once passes, and lists each with its first failure', async () => {
    const result = await run({ once: FAILS_ONCE, unloaded: BREAKS_ONCE, never: PASSES });
    expect(result).toMatchObject({ code: 0, passed: 3, broken: 0 });
    expect(result.lines.sort()).toEqual([
      expect.stringMatching(/^unstable: .*once\.spec\.js › passes\n.*a slow moment/),
      expect.stringMatching(/^unstable: .*unloaded\.spec\.js › \(the file, outside its tests\)\n[^]*a port in use/),
    ]);
  });

  test(`in which more than ${MOST_FILES} files fail runs nothing again and fails`, async () => {
    const names = Array.from({ length: MOST_FILES + 1 }, (_, i) => `once-${i}`);
    const result = await run(Object.fromEntries(names.map((name) => [name, FAILS_ONCE])));
    expect(result).toMatchObject({ code: 1, passed: 0, broken: MOST_FILES + 1, lines: [] });
  });
});

describe('two runs', () => {
  const attempt = (status) => ({ title: 'answers', status, failure: '' });
  const file = (status, more = []) => ({
    file: '/a.spec.ts',
    failed: status === 'failed',
    tests: [attempt(status), ...more],
  });
  const failed = { code: 1, files: [file('failed')] };

  test.each([
    ['did not run the file', { code: 0, files: [] }],
    [
      'did not run the test',
      { code: 0, files: [{ ...file('passed'), tests: [{ ...attempt('passed'), title: 'other' }] }] },
    ],
    ['skipped the test', { code: 0, files: [{ ...file('passed'), tests: [attempt('pending')] }] }],
    ['ended without results', { code: 1, files: undefined }],
    ['did not exit', { code: ENDED, files: [file('passed')] }],
    ['failed in another test', { code: 1, files: [file('failed')] }],
  ])('fail when the second %s', (_how, second) => {
    expect(combine(failed, second).code).toBe(1);
  });

  test('pass when what failed passed in the second', () => {
    const passed = { code: 0, files: [file('passed')] };
    expect(combine(failed, passed)).toMatchObject({ code: 0, unstable: [{ file: '/a.spec.ts', title: 'answers' }] });
  });
});
