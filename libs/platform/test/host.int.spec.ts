import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostMessage } from '../src/host';

const FIXTURE = join(__dirname, 'service.fixture.ts');
const HOST = join(__dirname, '../src/host-main.ts');
const REGISTER = ['-r', require.resolve('@swc-node/register'), '-C', '@crumbtrail/source'];

/** A host process with fixture services, each in the mood that is said. */
class HostProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'host-'));
  readonly messages: HostMessage[] = [];
  output = '';
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(moods: Readonly<Record<string, string>>, nodeOptions: readonly string[] = []) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      CRUMBTRAIL_SUPERVISED: '1',
      MOOD: 'not that of a service',
      SWC_NODE_PROJECT: join(__dirname, '../../../tsconfig.base.json'),
    };
    this.child = spawn(process.execPath, [...nodeOptions, ...REGISTER, HOST], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.exit = new Promise((resolve) => this.child.once('exit', resolve));
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.child.on('message', (message) => this.messages.push(message as HostMessage));
    const services = Object.entries(moods).map(([name, MOOD]) => ({
      name,
      entry: FIXTURE,
      environment: { MOOD },
      logFile: this.logFile(name),
    }));
    this.child.send({ services });
  }

  logFile(name: string): string {
    return join(this.folder, `${name}.log`);
  }

  log(name: string): string {
    const file = this.logFile(name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Waits until `happened` is true; throws with the output when the host ends before. */
  async until(happened: () => boolean): Promise<void> {
    let ended = false;
    void this.exit.then(() => (ended = true));
    while (!happened()) {
      if (ended) throw new Error(`the host ended first: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  isReady(): boolean {
    return this.messages.some((message) => 'ready' in message);
  }

  count(name: string, text: string): number {
    return this.log(name).split(text).length - 1;
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
    rmSync(this.folder, { recursive: true });
  }
}

describe('a process that several services share', () => {
  let host: HostProcess;
  const start = (moods: Readonly<Record<string, string>>, nodeOptions?: readonly string[]): HostProcess =>
    (host = new HostProcess(moods, nodeOptions));
  afterEach(() => host.end());

  it('is ready when all of them are, and drains all, the store last, on SIGTERM', async () => {
    start({ 'breadcrumb-store': 'calm', conductor: 'calm' });
    await host.until(() => host.isReady());
    host.child.kill('SIGTERM');
    expect(await host.exit).toBe(0);
    expect(host.output.match(/"said":"\w+"/g)).toEqual([
      '"said":"drained"',
      '"said":"closed"',
      '"said":"drained"',
      '"said":"closed"',
    ]);
    expect(host.messages.at(-1)).toEqual({ waiting: ['breadcrumb-store', 'conductor'] });
  }, 60_000);

  it('gives each its own environment and log', async () => {
    start({ one: 'calm', two: 'calm' });
    await host.until(() => host.isReady());
    expect(host.log('one')).toMatch(/"station":"one".*"msg":"ready"/);
    expect(host.log('two')).toMatch(/"station":"two".*"msg":"ready"/);
    expect(host.log('one')).not.toContain('two');
  }, 60_000);

  it('starts one that fails again, and the others do not notice', async () => {
    start({ one: 'calm', failing: 'fatal' });
    await host.until(() => host.isReady() && host.count('failing', '"msg":"ready"') >= 3);
    expect(host.log('failing')).toContain('the disk is full');
    expect(host.count('one', '"msg":"ready"')).toBe(1);
    expect(host.log('one')).not.toContain('draining');
  }, 60_000);

  it('ends when a service cannot be started, and names it and the reason', async () => {
    start({ one: 'calm', broken: 'no-road' });
    expect(await host.exit).toBe(78);
    expect(host.output).toContain('broken could not start: the database is locked');
  }, 60_000);

  it('ends at once when the configuration of a service is wrong', async () => {
    start({ one: 'calm', wrong: '' });
    expect(await host.exit).toBe(78);
    expect(host.output).toMatch(/wrong could not start: .*MOOD is missing/);
  }, 60_000);

  it('ends when what it holds in memory is wrong, so that another one is started', async () => {
    start({ one: 'calm', wrong: 'wrong-memory' });
    expect(await host.exit).toBe(1);
    expect(host.output.match(/"said":"drained"/g)).toHaveLength(2);
  }, 60_000);

  it('names the service and the handler that held the event loop for ten seconds, while it holds it and after; the others go on then', async () => {
    start({ one: 'ticking', holding: 'holding' });
    const ticks = (): number => host.output.split('"said":"tick"').length;
    // A busy machine may hold up others, too: the lines of the handler are meant.
    const find = (text: string, msg: string): string | undefined =>
      text.split('\n').find((line) => line.includes(`"msg":"${msg} the event loop`) && line.includes('work.do'));
    await host.until(() => find(host.output, 'holds') !== undefined);
    const holder = {
      station: 'holding',
      handler: 'work.do',
      at: expect.stringMatching(/^holdLoop \(.*fixture\.ts:\d+\)$/) as string,
    };
    expect(JSON.parse(find(host.output, 'holds') ?? '')).toMatchObject(holder);
    const before = ticks();
    await host.until(() => find(host.log('holding'), 'held') !== undefined && ticks() > before);
    const logged = JSON.parse(find(host.log('holding'), 'held') ?? '') as object;
    expect(logged).toMatchObject({ ...holder, held_ms: expect.any(Number) as number });
    expect(host.log('one')).not.toContain('holdLoop');
  }, 90_000);

  it('names a timer that held the event loop by its function', async () => {
    start({ one: 'calm', holding: 'holding-timer' });
    await host.until(() => host.log('holding').includes('"msg":"held the event loop'));
    expect(host.log('holding')).toMatch(/"handler":"sweepSlowly","at":"holdLoop /);
  }, 90_000);

  it('starts one that throws at its start again, until it can start; the others run meanwhile', async () => {
    start({ one: 'ticking', late: 'late' });
    await host.until(() => host.isReady());
    expect(host.log('late').match(/could not start: the port is taken/g)).toHaveLength(2);
    expect(host.count('one', '"msg":"ready"')).toBe(1);
    expect(host.output).toContain('"said":"tick"');
  }, 90_000);

  it('ends, all of it, when a service leaks until the heap is full', async () => {
    start({ one: 'ticking', leaking: 'leaking' }, ['--max-old-space-size=160']);
    await host.exit;
    expect(host.child.signalCode).toBe('SIGABRT');
    expect(host.output).toContain('heap out of memory');
    expect(host.log('one')).toContain('"msg":"ready"');
  }, 90_000);

  it('drains all and ends when its supervisor has gone', async () => {
    start({ 'breadcrumb-store': 'calm', conductor: 'calm', slow: 'slow' });
    await host.until(() => host.isReady());
    host.child.disconnect();
    expect(await host.exit).toBe(0);
    expect(host.output.match(/"said":"closed"/g)).toHaveLength(3);
  }, 60_000);
});
