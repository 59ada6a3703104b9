import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway, runCrumb } from './fake-gateway';

describe('wrong usage is said in the form of every other error:', () => {
  test.each([
    [['sesions'], "crumb: unknown command 'sesions'. Did you mean sessions?"],
    [['seshun'], "crumb: unknown command 'seshun'. Did you mean one of rerun, session?"],
    [['embeddingxxxx'], "crumb: unknown command 'embeddingxxxx'. Did you mean embeddings?"],
    [['logs'], "crumb: unknown command 'logs'. Did you mean tail?"],
    [['qqqqqqqqqqqq'], "crumb: unknown command 'qqqqqqqqqqqq'. Add --help to see which there are."],
    [['keys', 'creat'], "crumb: too many arguments for 'keys'. Expected 0 arguments but got 1."],
    [['sessions', '--bogus'], "crumb: unknown option '--bogus'"],
    [['sessions', '--archivd'], "crumb: unknown option '--archivd'. Did you mean --archived?"],
    [['keys', 'create'], "crumb: required option '--for <participant>' not specified"],
  ])('%j', async (words, said) => {
    expect(await runCrumb(words)).toEqual({ code: 2, out: '', err: `${said}\n` });
  });
});

test('the help of a command lists its own options, and names the global ones in one line', async () => {
  const { out } = await runCrumb(['send', '--help']);
  expect(out).toContain('--session <session>');
  expect(out).not.toMatch(/^ +--url/m);
  expect(out).toContain('Global options (crumb --help): --json, -o, --url, --key, --profile\n');
  expect((await runCrumb(['--help'])).out).toMatch(/^ +--url <url>/m);
  expect((await runCrumb(['config', 'get', '--help'])).out).toMatch(/^ +--profile <name>/m);
});

describe('options before the command', () => {
  const gateway = new FakeGateway();
  const folder = mkdtempSync(join(tmpdir(), 'crumb-options-'));
  const VARIABLES = ['CRUMBTRAIL_CONFIG', 'CRUMBTRAIL_URL', 'CRUMBTRAIL_KEY', 'CRUMBTRAIL_PROFILE', 'PORT'] as const;
  const before = VARIABLES.map((name) => process.env[name]);
  const profile = async (name: string, key: string): Promise<void> => {
    await runCrumb(['config', 'set', 'url', gateway.address, '--profile', name]);
    await runCrumb(['config', 'set', 'key', '--profile', name], { input: key });
  };
  beforeAll(async () => {
    for (const name of VARIABLES) delete process.env[name];
    process.env['CRUMBTRAIL_CONFIG'] = folder;
    await gateway.open();
    await profile('work', 'key-of-work');
    await profile('home', 'key-of-home');
  });
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/keys'] = [200, { keys: [] }];
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
    VARIABLES.forEach((name, nth) => {
      delete process.env[name];
      if (before[nth] !== undefined) process.env[name] = before[nth];
    });
  });

  test.each([
    ['--profile work keys'],
    ['keys --profile work'],
    ['--profile=work keys list'],
    ['keys --profile work list'],
    ['keys list --profile work'],
    ['--profile home keys list --profile work'],
    ['--profile home keys --profile work list'],
  ])('`crumb %s` uses the profile work', async (line) => {
    expect(await runCrumb(line.split(' '))).toMatchObject({ code: 0 });
    expect(gateway.keys).toEqual(['Bearer key-of-work']);
  });

  test('the URL, the key and the format may stand before the command too', async () => {
    const { code, out } = await runCrumb(['--url', gateway.address, '--key', 'k', '-o', 'json', 'keys', 'list']);
    expect([code, JSON.parse(out)]).toEqual([0, { keys: [] }]);
    expect(gateway.keys).toEqual(['Bearer k']);
  });

  test('a setting of a profile is read from the profile before the command', async () => {
    expect((await runCrumb(['--profile', 'work', 'config', 'get', 'url'])).out).toBe(`${gateway.address}\n`);
  });

  test('one that the command does not have is refused, and so is an unknown one', async () => {
    expect(await runCrumb(['--url', gateway.address, 'config', 'list'])).toEqual({
      code: 2,
      out: '',
      err: 'crumb: crumb config list has no option --url; see crumb config list --help.\n',
    });
    expect((await runCrumb(['--no-such-option', 'keys'])).code).toBe(2);
  });
});
