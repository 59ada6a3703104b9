import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { useFixture } from './support/fixture';

const run = promisify(execFile);
const root = resolve(__dirname, '..');
const LEFT = new Set(['node_modules', '.git', '.nx', '.cache', '.crumbtrail', 'out-tsc', 'tmp', 'secrets']);

/** The checkout once more, with links to what is installed, so that what is made in it is nowhere else. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), 'crumbtrail-new-agent-'));
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !LEFT.has(basename(path)) });
  const [here, there] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(there, '@crumbtrail'), { recursive: true });
  for (const name of readdirSync(here).filter((one) => one !== '@crumbtrail' && one !== '.package-lock.json'))
    symlinkSync(join(here, name), join(there, name));
  for (const folder of ['libs', 'services', 'tools'])
    for (const name of readdirSync(join(copy, folder)))
      symlinkSync(join(copy, folder, name), join(there, '@crumbtrail', name));
  return copy;
}

/** Every file but what compiling leaves, with what it says. */
function files(folder: string, base = folder): Map<string, string> {
  const found = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !LEFT.has(name) && name !== 'dist');
  return new Map(
    found.flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [...files(path, base)];
      return entry.isFile() ? [[relative(base, path), readFileSync(path, 'utf8')]] : [];
    }),
  );
}

describe('an agent made by one command', () => {
  const copy = useFixture(
    () => ({ folder: copied() }),
    ({ folder }) => rmSync(folder, { recursive: true, force: true }),
  );
  const npm = (...args: string[]) => run('npm', ['run', '--silent', ...args], { cwd: copy.folder });
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy.folder, maxBuffer: 1e8 });

  it('compiles, passes its own tests as made, and leaves nothing behind when it is removed', async () => {
    const before = files(copy.folder);
    await npm('new:agent', '--', 'weather');
    const made = [...files(copy.folder).keys()].filter((path) => !before.has(path));
    expect(made).toEqual(expect.arrayContaining(['services/weather/src/agent.ts', 'docs/agents/weather.md']));
    expect(readFileSync(join(copy.folder, 'docker-compose.yml'), 'utf8')).toContain('services/weather/dist/main.js');
    expect(readFileSync(join(copy.folder, 'deploy/nats/nats.conf'), 'utf8')).toContain('user: "weather"');
    await node('node_modules/@typescript/native/bin/tsc', '--build', 'tsconfig.build.json');
    const jest = (folder: string, pattern: string) =>
      node('node_modules/jest/bin/jest.js', '-c', `${folder}/jest.config.js`, '--rootDir', folder, '-i', pattern);
    const [unit, whole] = [await jest('services/weather', 'facts'), await jest('e2e', 'agents/weather')];
    expect([unit, whole].map(({ stderr }) => /Tests: +(\d+) passed, \1 total/.test(stderr))).toEqual([true, true]);
    await npm('remove:agent', '--', 'weather');
    expect(files(copy.folder)).toEqual(before);
  }, 300_000);

  it.each([
    ['Weather', 'is no name for an agent'],
    ['gateway', 'There is services/gateway already'],
    ['../weather', 'is no name for an agent'],
    ['a--b', 'is no name for an agent'],
    ['constructor', 'is a word of JavaScript'],
    ['pool', 'is an agent of every Crumbtrail already'],
    ['assistant', 'is an agent of every Crumbtrail already'],
    ['tool-runner-parts', 'ends like a durable'],
    ['weather-results', 'ends like a durable'],
    ['nats', 'is a name in docker-compose.yml already'],
    ['postgres', 'is a name in docker-compose.yml already'],
  ])('is refused the name %s, and nothing is made', async (name, why) => {
    const before = files(copy.folder);
    const said = await npm('new:agent', '--', name).catch((error: { stdout: string; stderr: string }) => error);
    expect(said.stdout + said.stderr).toContain(why);
    expect(files(copy.folder)).toEqual(before);
  });
});
