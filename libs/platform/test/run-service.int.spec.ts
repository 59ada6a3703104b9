import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createServer } from 'node:net';
import { join } from 'node:path';

const FIXTURE = join(__dirname, 'service.fixture.ts');
const REGISTER = ['-r', require.resolve('@swc-node/register'), '-r', 'reflect-metadata', '-C', '@crumbtrail/source'];

/** A service in its own process. */
class Process {
  readonly lines: string[] = [];
  errors = '';
  readonly child: ChildProcess;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
  private readonly heard: (() => void)[] = [];

  constructor(env: Record<string, string>) {
    const options = {
      MOOD: 'calm',
      PATH: process.env['PATH'] ?? '',
      SWC_NODE_PROJECT: join(__dirname, '../../../tsconfig.base.json'),
    };
    this.child = spawn(process.execPath, [...REGISTER, FIXTURE], { env: { ...options, ...env }, stdio: 'pipe' });
    this.exit = new Promise((resolve) => this.child.once('exit', (code, signal) => resolve({ code, signal })));
    this.child.stderr?.on('data', (text: Buffer) => (this.errors += text.toString()));
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.lines.push(line);
      for (const tell of this.heard) tell();
    });
  }

  async says(text: string): Promise<void> {
    const there = (): boolean => this.lines.some((line) => line.includes(text));
    await Promise.race([
      this.exit,
      new Promise<void>((resolve) => {
        const look = (): void => (there() ? resolve() : undefined);
        this.heard.push(look);
        look();
      }),
    ]);
    if (!there()) throw new Error(`it never printed ${text}: ${this.lines.join('\n')}\n${this.errors}`);
  }
}

describe('service process', () => {
  let service: Process;
  const start = (env: Record<string, string> = {}): Process => (service = new Process(env));
  afterEach(async () => {
    service.child.kill('SIGKILL');
    await service.exit;
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'drains its transport, then closes, then exits 0 on %s',
    async (signal) => {
      await start().says('"ready"');
      service.child.kill(signal);
      expect(await service.exit).toEqual({ code: 0, signal: null });
      expect(service.lines.filter((line) => line.includes('said'))).toEqual([
        '{"said":"drained"}',
        '{"said":"closed"}',
      ]);
    },
    30_000,
  );

  it('prints one sentence when it cannot start, and exits 1', async () => {
    expect(await start({ MOOD: 'no-road' }).exit).toEqual({ code: 1, signal: null });
    expect(service.errors).toBe('fixture could not start: the database is locked\n');
  }, 30_000);

  it('names all bad variables when it cannot start', async () => {
    expect((await start({ MOOD: '', LOG_LEVEL: 'loud' }).exit).code).toBe(78);
    expect(service.errors).toMatch(/^fixture could not start: .*LOG_LEVEL is wrong.*MOOD is missing/);
  }, 30_000);

  it('reports that its health port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '0.0.0.0', resolve));
    const port = (taken.address() as { port: number }).port;
    expect((await start({ HEALTH_PORT: String(port) }).exit).code).toBe(1);
    expect(service.errors).toMatch(new RegExp(`fixture could not start: .*${port}`));
    taken.close();
  }, 30_000);

  it('drains and exits 1 when a part of it reports that it cannot continue', async () => {
    expect((await start({ MOOD: 'fatal' }).exit).code).toBe(1);
    await service.says('the disk is full');
    await service.says('drained');
  }, 30_000);

  it('ends with its supervisor if it has one, and ignores its stdin otherwise', async () => {
    await start({ CRUMBTRAIL_SUPERVISED: '1' }).says('"ready"');
    service.child.stdin?.end();
    expect((await service.exit).code).toBe(0);
    await start().says('"ready"');
    service.child.stdin?.end();
    service.child.kill('SIGTERM');
    await service.exit;
    expect(service.lines.join('\n')).not.toContain('the supervisor is gone');
  }, 30_000);

  it('is killed by SIGKILL at its crash point, at the nth time', async () => {
    expect(await start({ CRASH_AT: 'fixture.tick:3' }).exit).toEqual({ code: null, signal: 'SIGKILL' });
    await start({ CRASH_AT: 'another.place' }).says('"ready"');
  }, 30_000);
});

test('a logger whose output cannot be written, because the disk is full, does not end its process', () => {
  const full = openSync('/dev/full', 'w');
  const script = `const { createLogger } = require(${JSON.stringify(join(__dirname, '../src/logger'))});
    const logger = createLogger('gateway'); logger.info('one'); logger.info('two'); process.stderr.write('alive');`;
  const env = { PATH: process.env['PATH'] ?? '', SWC_NODE_PROJECT: join(__dirname, '../../../tsconfig.base.json') };
  const ended = spawnSync(process.execPath, [...REGISTER, '-e', script], {
    env,
    stdio: ['ignore', full, 'pipe'],
    timeout: 60_000,
  });
  closeSync(full);
  expect({ status: ended.status, said: ended.stderr.toString() }).toEqual({ status: 0, said: 'alive' });
});
