import { TestStack } from '@crumbtrail/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PATIENT } from './support/patient';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let stack: TestStack;
let elsewhere: string;

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const own = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_HOME: stack.home, PATH: process.env['PATH'] ?? '' };
  return spawn(process.execPath, [bin, ...args], {
    cwd: elsewhere,
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess): Promise<Ended> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
const crumb = (...args: string[]): Promise<Ended> => end(start(args));

beforeAll(async () => {
  stack = await TestStack.start(PATIENT);
  elsewhere = await mkdtemp(join(tmpdir(), 'crumb-elsewhere-'));
  stack.model.otherwise({ say: 'we open at nine' });
}, 90_000);
afterAll(async () => {
  await stack?.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

describe('the crumb command against a running Crumbtrail', () => {
  test('send is answered, and trace draws what led to it', async () => {
    const sent = await crumb('send', 'when do you open?', '--session', 'demo');
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(sent.out).toMatch(/^assistant: we open at nine\n\ntrail ([0-9a-f-]{36})\n +http:\S+\/trails\/\1\n$/);
    const id = /trail (\S+)/.exec(sent.out)?.[1] as string;
    const lines = (await crumb('trace', id)).out.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^user\.message\.v1 +operator operator +\+0 ms +when do you open\?$/);
    expect(lines[1]).toMatch(/^└─ agent\.turn\.v1 +service breadcrumb-store/);
    expect(lines[2]).toMatch(/^ {3}└─ agent\.context\.v1 +service context-builder +\+[\d.]+ m?s +\d+ tok/);
    expect(lines[3]).toMatch(
      /^ {6}└─ agent\.response\.v1 +agent assistant +\+[\d.]+ m?s +\d+ tok +[\d.]+ m?s +we open at nine$/,
    );
    expect((await crumb('context', 'show', id)).out).toContain('when do you open?');
    expect((await crumb('context', 'explain', id)).out).toMatch(/^for assistant: \d+ of \d+ tokens/);
  });

  test('tail shows the log in order, the session itself and what was said in it, and ends when it is asked to', async () => {
    const { code, out } = await crumb('tail', '--from', 'start', '--until-now', '--session', 'demo', '--json');
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { position: number });
    expect([code, events.length]).toEqual([0, 5]);
    expect(events.map(({ position }) => position)).toEqual(
      events.map(({ position }) => position).sort((a, b) => a - b),
    );
  });

  test('tail ends quietly when its reader has seen enough', async () => {
    const child = start(['tail', '--from', 'start']);
    const ended = end(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.stdout?.destroy();
    await crumb('send', 'one more', '--session', 'aside');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  test('tail ends in order at Ctrl-C', async () => {
    const child = start(['tail', '--from', 'start']);
    const ended = end(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  test('agents, keys and workspaces are there', async () => {
    expect((await crumb('agents')).out).toContain('assistant');
    const made = JSON.parse(
      (await crumb('keys', 'create', '--for', 'user:rita', '--role', 'reader', '--json')).out,
    ) as { id: string; secret: string };
    const asRita = await end(start(['send', 'hello'], { CRUMBTRAIL_KEY: made.secret }));
    expect(asRita).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^crumb: .+\n$/) });
    expect((await crumb('keys', 'revoke', made.id)).out).toContain('is revoked');
    expect((await crumb('keys', 'list')).out).toMatch(/user:rita +reader .*revoked/);
    expect((await crumb('workspaces', 'create', 'second')).code).toBe(0);
    expect((await crumb('workspaces', 'list')).out).toContain('second');
    expect((await crumb('dead-letters')).out).toBe('There is no dead letter: everything was handled.\n');
  });

  test('the doctor finds nothing wrong here, and says what is when nobody is there', async () => {
    const here = await crumb('doctor');
    expect(here.out).toMatch(/All is well\.\n$/);
    expect(here.code).toBe(0);
    const away = await end(start(['doctor', '--url', 'http://127.0.0.1:9']));
    expect(away).toMatchObject({ code: 1, out: expect.stringContaining('nothing answers at http://127.0.0.1:9') });
  });
});
