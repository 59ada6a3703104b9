import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway, runCrumb } from './fake-gateway';

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
