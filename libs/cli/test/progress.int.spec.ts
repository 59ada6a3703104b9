import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '@crumbtrail/testing';
import { Interrupts } from '../src/interrupts';
import { StagedProgress } from '../src/progress';
import { Shell } from '../src/shell';
import { FakeGateway, Screen } from './fake-gateway';
import { inTerminal } from './in-terminal';

const terminalScreen = () => Object.assign(new Screen(), { isTTY: true, columns: 80 });
const checkout = resolve(__dirname, '../../..');

/** An archive of one file with no events, in a new folder. */
function writeEmptyArchive(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-progress-'));
  const name = 'log-000000000001-000000000002.ndjson.gz';
  const log_id = '0b5f8c1e-6a56-4c1c-9b52-111111111111';
  const range = { after: 0, through: 2 };
  const header = { format: 1, log_id, migrations: [], tables: [], archive: range };
  const text = `${JSON.stringify({ header })}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const bytes = gzipSync(`${text}${JSON.stringify({ end: { rows: {}, sha256 } })}\n`);
  writeFileSync(join(folder, name), bytes);
  const file = { name, ...range, events: 0, sha256: createHash('sha256').update(bytes).digest('hex') };
  const files = [{ ...file, written_at: '2026-01-01T00:00:00Z' }];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ format: 1, log_id, files }));
  return folder;
}

describe('the progress of commands that take long', () => {
  const gateway = new FakeGateway();
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('a request that takes longer than two seconds is shown with its seconds, on a terminal, and removed', async () => {
    const errors = terminalScreen();
    gateway.replies['GET /v1/checksum'] = async () => {
      await eventually(() => errors.text.includes('waiting for the gateway · 2 s'));
      return [200, { workspace: 'demo', checksum: 'abc', rows: {} }];
    };
    const { code, out } = await gateway.crumb(['checksum'], { errors });
    expect([code, out]).toEqual([0, 'abc  demo\n']);
    expect(errors.text.endsWith('\r\u001b[K')).toBe(true);
  });

  test.each([
    ['where standard error is no terminal', [], new Screen()],
    ['with -o json', ['-o', 'json'], terminalScreen()],
  ])('nothing is shown %s', async (_, options, errors) => {
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    gateway.replies['GET /v1/checksum'] = async () => {
      setTimeout(release, 2_500);
      await released;
      return [200, { workspace: 'demo', checksum: 'abc', rows: {} }];
    };
    await gateway.crumb(['checksum', ...options], { errors });
    expect(errors.text).toBe('');
  });

  test('the stages of a job are shown one after the other, and the last one is removed', async () => {
    const errors = terminalScreen();
    const terminal = { input: process.stdin, output: new Screen(), errors };
    const progress = new StagedProgress(new Shell(terminal, new Interrupts(), {}));
    progress.update({ what: 'kB written', done: 3 });
    await eventually(() => errors.text.includes('kB written: 3'));
    progress.update({ what: 'kB checked', done: 1, of: 3 });
    await eventually(() => errors.text.includes('kB checked: 1 of 3'));
    progress.stop();
    expect(errors.text.lastIndexOf('kB written')).toBeLessThan(errors.text.indexOf('kB checked'));
  });

  test('a program of the store tells how far it is, and why it fails', async () => {
    const folder = writeEmptyArchive();
    const program = join(checkout, 'services/breadcrumb-store/dist/archive/main.js');
    const run = async (): Promise<unknown[]> => {
      const child = fork(program, ['verify', folder], { stdio: 'pipe' });
      const messages: unknown[] = [];
      child.on('message', (message) => void messages.push(message));
      await once(child, 'close');
      return messages;
    };
    const of = Math.ceil(statSync(join(folder, 'log-000000000001-000000000002.ndjson.gz')).size / 1_000);
    const messages = await run();
    expect(messages[0]).toEqual({ progress: { what: 'kB checked', done: 0, of } });
    expect(messages.at(-2)).toEqual({ progress: { what: 'kB checked', done: of, of } });
    expect(messages.at(-1)).toMatchObject({ reply: { files: [{ events: 0 }] } });
    writeFileSync(join(folder, 'log-000000000001-000000000002.ndjson.gz'), 'x');
    expect((await run()).at(-1)).toEqual({ failed: expect.stringContaining('has another SHA-256') as string });
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['has no colours with NO_COLOR', '1', false],
    ['has colours without it', undefined, true],
  ])('a bar in a real terminal %s', async (_, noColor, isColoured) => {
    const cases = Array.from({ length: 40 }, (_each, nth) => ({ id: `c${nth}` }));
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: cases }];
    const report = { outcome: 'passed', kept: [], dropped: [] };
    for (const { id } of cases)
      gateway.replies[`POST /v1/cases/${id}/run`] = () =>
        new Promise((done) => setTimeout(() => done([200, { case: id, ...report }]), 100));
    const command = `stty cols 80 rows 24; exec '${process.execPath}' '${join(checkout, 'libs/cli/bin/crumb.js')}' evals run`;
    const env = { ...process.env, TERM: 'xterm-256color', CRUMBTRAIL_URL: gateway.address, CRUMBTRAIL_KEY: 'k' };
    // In CI a bar is drawn without colours.
    const chosen = { NO_COLOR: noColor, FORCE_COLOR: undefined, CI: undefined };
    const script = spawn('script', inTerminal(command), { env: { ...env, ...chosen } });
    let shown = '';
    script.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()));
    await eventually(() => /cases run: \d+ of 40/.test(shown) || Promise.reject(new Error(shown)));
    script.kill();
    await once(script, 'close');
    // eslint-disable-next-line no-control-regex -- a colour is an escape sequence
    expect(/\u001b\[[\d;]*m/.test(shown.replace(/\u001b\[0?m/g, ''))).toBe(isColoured);
  });
});
