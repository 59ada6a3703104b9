import { eventually } from '@crumbtrail/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitForExit, type CommandResult } from './support/command-result';
import { useFixture } from './support/fixture';

const root = resolve(__dirname, '..');

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function run(cwd: string, program: string, ...args: string[]): Promise<CommandResult> {
  return waitForExit(spawn(program, args, { cwd, env: process.env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** npm packs and installs some 300 packages: most of a minute, several times that on a busy machine. */
const INSTALLED_WITHIN_MS = 300_000;

/** A folder outside any checkout in which the npm package is installed, made from this working tree. */
const installed = useFixture(
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-installed-'));
    const packed = await run(root, process.execPath, join(root, 'tools/release/pack.js'), folder);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error(`No package was made: ${packed.out}${packed.err}`);
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const done = await run(folder, 'npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`);
    if (done.code !== 0) throw new Error(`The package could not be installed: ${done.out}${done.err}`);
    return { folder };
  },
  ({ folder }) => rm(folder, { recursive: true, force: true }),
  INSTALLED_WITHIN_MS,
);

/** The installed command, with only the environment that a fresh machine has. */
function crumbtrail(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
  const { PATH = '', HOME = '', NATS_SERVER_BIN = '' } = process.env;
  return spawn(
    process.execPath,
    [join(installed.folder, 'node_modules/crumbtrail/libs/cli/bin/crumbtrail.js'), ...args],
    {
      cwd: installed.folder,
      env: { PATH, HOME, ...(NATS_SERVER_BIN ? { NATS_SERVER_BIN } : {}), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

const call = (...args: string[]): Promise<CommandResult> => waitForExit(crumbtrail(args));

describe('the npm package, installed in an empty folder', () => {
  test('starts a stack, sends a message, draws its trail, and leaves no process when it is stopped', async () => {
    const stack = crumbtrail([], { PORT: `${await freePort()}` });
    const ended = waitForExit(stack);
    try {
      const home = join(installed.folder, '.crumbtrail');
      let printed = '';
      stack.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await eventually(() => printed.includes('Ctrl-C stops everything.'), { withinMs: 200_000 });
      expect(printed).toContain('npx crumbtrail chat');
      expect((await call('send', 'hello')).out).toContain('I am the built-in offline model');
      expect((await call('trace')).out).toMatch(/^operator \w+: hello/);
      const url = (await readFile(join(home, 'gateway-url'), 'utf8')).trim();
      expect(await (await fetch(url)).text()).toContain('<div id="root">');
      stack.kill('SIGTERM');
      expect((await ended).code).toBe(0);
      expect(existsSync(join(home, 'supervisor.pid'))).toBe(false);
    } finally {
      stack.kill('SIGKILL');
    }
  }, 240_000);

  test('holds no tests, sources, source maps or data, and says how it is upgraded', async () => {
    const folder = join(installed.folder, 'node_modules/crumbtrail');
    const files = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('node_modules'));
    expect(
      files.filter((name) => /\.(map|ts|tsx|spec\.js|pem|env)$|\/(test|fixtures)\/|\.crumbtrail/.test(name)),
    ).toEqual([]);
    expect((await call('upgrade')).out).toContain('npm install crumbtrail@latest');
  });
});
