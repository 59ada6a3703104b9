import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, resolveUrl } from '../src/config';
import { FakeGateway, runCrumb } from './fake-gateway';

const NAMES = [
  'CRUMBTRAIL_CONFIG',
  'CRUMBTRAIL_PROFILE',
  'CRUMBTRAIL_URL',
  'CRUMBTRAIL_KEY',
  'CRUMBTRAIL_HOME',
  'PORT',
  'VISUAL',
] as const;

describe('crumb config', () => {
  const gateway = new FakeGateway();
  const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
  let folder: string;
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    folder = mkdtempSync(join(tmpdir(), 'crumb-config-'));
    for (const name of NAMES) delete process.env[name];
    process.env['CRUMBTRAIL_CONFIG'] = folder;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    for (const name of NAMES) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  afterAll(() => gateway.close());

  const crumb = (args: string[], input = '') => runCrumb(args, { input });
  const file = (): string => join(folder, 'profiles.json');

  describe('without a setting', () => {
    const NOBODY = '999999999';
    const home = (pid: string): string => {
      process.env['CRUMBTRAIL_HOME'] = folder;
      writeFileSync(join(folder, 'supervisor.pid'), pid);
      writeFileSync(join(folder, 'gateway-url'), `${gateway.address}\n`);
      writeFileSync(join(folder, 'api-key'), 'key-of-home\n');
      return gateway.address;
    };

    test('a command finds the Crumbtrail that runs from the home, on whatever port, and takes its key', async () => {
      home(`${process.pid}`);
      gateway.replies['GET /v1/keys'] = [200, { keys: [] }];
      expect(await crumb(['keys'])).toEqual({ code: 0, out: 'No keys.\n', err: '' });
      expect(gateway.keys).toEqual(['Bearer key-of-home']);
    });

    test.each([
      ['of a Crumbtrail that was killed', () => home(NOBODY)],
      ['that is none', () => home('x')],
      ['of a home that holds no address', () => rmSync(join(folder, home(`${process.pid}`) && 'gateway-url'))],
    ])('an address %s is not used', (_, arrange) => {
      arrange();
      expect(resolveUrl({})).toBe('http://127.0.0.1:7070');
    });

    test('what is set goes before it', async () => {
      const running = home(`${process.pid}`);
      expect(resolveUrl({})).toBe(running);
      await crumb(['config', 'set', 'url', 'http://profile:1', '--profile', 'work']);
      await crumb(['config', 'use', 'work']);
      expect(resolveUrl({})).toBe('http://profile:1');
      process.env['PORT'] = '7299';
      expect(resolveUrl({})).toBe('http://127.0.0.1:7299');
      process.env['CRUMBTRAIL_URL'] = 'http://variable:1';
      expect(resolveUrl({})).toBe('http://variable:1');
      expect(resolveUrl({ url: 'http://option:1' })).toBe('http://option:1');
    });
  });

  test('a profile says where the gateway is and which key it takes; only its owner can read the file, and nothing prints the key', async () => {
    await crumb(['config', 'set', 'url', `${gateway.address}/`, '--profile', 'work']);
    const set = await crumb(['config', 'set', 'key', '--profile', 'work'], 'secret-of-work\n');
    await crumb(['config', 'use', 'work']);
    gateway.replies['GET /v1/keys'] = [200, { keys: [] }];
    expect(await crumb(['keys'])).toEqual({ code: 0, out: 'No keys.\n', err: '' });
    expect(gateway.keys).toEqual(['Bearer secret-of-work']);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const shown = [
      set,
      await crumb(['config']),
      await crumb(['config', 'get', 'key']),
      await crumb(['config', '--json']),
    ];
    for (const { code, out, err } of shown) {
      expect([code, err]).toEqual([0, '']);
      expect(out).not.toContain('secret-of-work');
    }
    expect(shown[1]?.out).toContain('(set)');
  });

  test('the environment wins over a profile, and an option over both', async () => {
    await crumb(['config', 'set', 'url', 'http://127.0.0.1:1']);
    await crumb(['config', 'set', 'key'], 'of-the-profile');
    gateway.replies['GET /v1/keys'] = [200, { keys: [] }];
    process.env['CRUMBTRAIL_URL'] = gateway.address;
    process.env['CRUMBTRAIL_KEY'] = 'of-the-environment';
    await crumb(['keys']);
    await crumb(['keys', '--key', 'of-the-option']);
    expect(gateway.keys).toEqual(['Bearer of-the-environment', 'Bearer of-the-option']);
  });

  test('--profile wins over the environment', async () => {
    const other = new FakeGateway();
    await other.open();
    try {
      await crumb(['config', 'set', 'url', other.address, '--profile', 'other']);
      await crumb(['config', 'set', 'key', '--profile', 'other'], 'of-the-other');
      Object.assign(process.env, { CRUMBTRAIL_URL: gateway.address, CRUMBTRAIL_KEY: 'of-the-environment' });
      await crumb(['keys', '--profile', 'other']);
      expect([gateway.requests, other.keys]).toEqual([[], ['Bearer of-the-other']]);
    } finally {
      other.close();
    }
  });

  test('the key of a profile is never sent to another gateway than its own', async () => {
    await crumb(['config', 'set', 'url', 'http://127.0.0.1:1']);
    await crumb(['config', 'set', 'key'], 'of-the-profile');
    process.env['CRUMBTRAIL_HOME'] = folder;
    const { code, err } = await crumb(['keys', '--url', gateway.address]);
    expect([code, gateway.keys]).toEqual([1, []]);
    expect(err).toContain('No API key found');
  });

  test.each([
    [['config', 'set', 'colour', 'red'], 2, 'There are: url, key, key-file, home.'],
    [['config', 'set', 'key', 'in-the-history'], 2, 'crumb config set key < key.txt'],
    [['config', 'set', 'url', 'ftp://x'], 1, 'Invalid URL'],
    [['config', 'set', 'url', 'http://x', '--profile', '../x'], 2, 'Invalid profile name'],
    [['config', 'use', 'nobody'], 2, 'There are: default.'],
    [['config', 'get', 'url'], 1, 'url is not set in the profile default.'],
    [['keys', '--profile', 'nobody'], 2, 'No profile "nobody".'],
  ])('`crumb %j` is refused with code %i and what to do', async (args, code, message) => {
    const outcome = await crumb(args);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toContain(message);
    expect(existsSync(file())).toBe(false);
  });

  test('a file that is not valid is named, and not overwritten', async () => {
    writeFileSync(file(), '{"current":');
    const { code, err } = await crumb(['config', 'set', 'url', 'http://127.0.0.1:1']);
    expect([code, readFileSync(file(), 'utf8')]).toEqual([1, '{"current":']);
    expect(err).toContain(`${file()} is not valid`);
  });

  test('open: prints a link that signs in and shows what was named', async () => {
    gateway.replies['POST /v1/console/codes'] = [201, { code: 'c', path: '/#login=c', expires_at: '' }];
    const { code, out } = await gateway.crumb(['open', 'trail', 'the trail']);
    expect([code, out]).toEqual([0, `${gateway.address}/#login=c&to=%2Ftrails%2Fthe%2520trail\n`]);
  });

  test('open: on another machine than the gateway, prints the address without a code, and says why', async () => {
    gateway.replies['POST /v1/console/codes'] = [
      403,
      { type: 't', title: 'T', status: 403, code: 'forbidden', detail: 'Sign-in links work only on the machine.' },
    ];
    const { code, out, err } = await gateway.crumb(['open', 'health']);
    expect([code, out, err]).toEqual([0, `${gateway.address}/#/health\n`, 'Sign-in links work only on the machine.\n']);
    expect((await gateway.crumb(['open', 'nothing'])).code).toBe(2);
  });

  test('agents edit: saves what the editor wrote, with the version that was edited; an invalid text changes nothing', async () => {
    const agent = { id: 'a', version: 3, updated_at: 'u', agent: 'pilot', prompt: 'Old.', subscriptions: [] };
    gateway.replies['GET /v1/agents'] = [200, { agents: [agent] }];
    gateway.replies['PATCH /v1/breadcrumbs/a'] = [200, { id: 'a', version: 4, position: 9 }];
    process.env['VISUAL'] = `sed -i s/Old/New/`;
    const saved = await gateway.crumb(['agents', 'edit', 'pilot']);
    expect([saved.code, saved.out]).toEqual([0, 'Changed pilot to version 4 (a):\n~ prompt\n']);
    expect(gateway.sent('PATCH /v1/breadcrumbs/a')).toEqual({
      context: { agent: 'pilot', prompt: 'New.', subscriptions: [] },
    });
    gateway.requests = [];
    for (const editor of ['sed -i s/agent/!/', 'sed -i "s/agent: pilot/agent: other/"', 'false']) {
      process.env['VISUAL'] = editor;
      expect((await gateway.crumb(['agents', 'edit', 'pilot'])).code).toBe(1);
    }
    expect(gateway.requests).toEqual([]);
  });

  test('--version and -V print the version of the product', async () => {
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
    for (const flag of ['--version', '-V']) expect((await crumb([flag])).out).toBe(`${version}\n`);
  });
});
