import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '@crumbtrail/testing';
import { FakeGateway } from './fake-gateway';
import { inTerminal } from './in-terminal';

const ARROW_UP = '\u001b[A';
const ALT_ENTER = '\u001b\r';
const CTRL_C = '\u0003';
const program = join(__dirname, '../bin/crumb.js');

/** `crumb chat` in a pseudo-terminal of 80 columns. */
class ChatTerminal {
  private written = '';
  private readonly exited: Promise<unknown>;
  private readonly script: ChildProcess;

  constructor(env: NodeJS.ProcessEnv) {
    const command = `stty cols 80 rows 24; exec '${process.execPath}' '${program}' chat`;
    const script = spawn('script', inTerminal(command), { env: { ...process.env, TERM: 'xterm', ...env } });
    script.stdout.on('data', (bytes: Buffer) => (this.written += bytes.toString()));
    this.script = script;
    this.exited = once(script, 'exit');
  }

  /** What was written since `from`, without escape sequences. */
  shown(from = 0): string {
    return stripVTControlCharacters(this.written.slice(from)).replaceAll('\r', '');
  }

  /** Types, and waits until the terminal shows something that it did not show before. */
  async type(keys: string, expected: RegExp): Promise<string> {
    const from = this.written.length;
    this.script.stdin?.write(keys);
    return this.see(expected, from);
  }

  see(expected: RegExp, from = 0): Promise<string> {
    return eventually(() => {
      const text = this.shown(from);
      if (!expected.test(text)) throw new Error(`the terminal shows: ${text}`);
      return Promise.resolve(text);
    });
  }

  async end(): Promise<number | null> {
    await this.exited;
    return this.script.exitCode;
  }

  kill(): void {
    this.script.kill();
  }
}

describe('crumb chat in a real terminal', () => {
  const gateway = new FakeGateway();
  const folder = mkdtempSync(join(tmpdir(), 'crumb-terminal-'));
  let terminal: ChatTerminal | undefined;
  beforeAll(() => gateway.open());
  afterEach(() => terminal?.kill());
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  const message = { id: 'm', trail_id: 'm', context: { content: 'x' } };
  const author = { kind: 'agent', id: 'assistant' };
  const usage = { prompt_tokens: 1_600, completion_tokens: 68, cost_usd: 0.25 };
  const receiptOf = (context: object) => ({
    message,
    trail_id: 'm',
    responses: [{ id: 'r', trail_id: '01a2b3c4', author, context }],
  });
  const sent = (): string[] =>
    gateway.requests
      .filter(({ line }) => line === 'POST /v1/sessions/demo/messages')
      .map(({ body }) => (JSON.parse(body) as { readonly content: string }).content);

  test('has a history, messages of several lines and commands, shows what an answer cost, and Ctrl-C stops one', async () => {
    let stopped: () => void = () => undefined;
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    gateway.replies['GET /v1/whoami'] = [200, {}];
    gateway.replies['GET /v1/sessions/demo/stream'] = 'retry: 60000\n\n';
    gateway.replies['POST /v1/sessions/demo/messages'] = async (body) => {
      const { content, wait_ms } = JSON.parse(body) as { readonly content: string; readonly wait_ms: number };
      if (wait_ms === 0) return [200, { message, trail_id: 'm' }];
      if (content !== 'slow') return [200, receiptOf({ action: 'speak', content: `answer to ${content}`, usage })];
      await isStopped;
      return [200, receiptOf({ action: 'stopped', content: 'Once', partial: true })];
    };
    const turn = { id: 't', agent: 'assistant', state: 'open', cause: { id: 'm', version: 1 } };
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns: [turn] }];
    gateway.replies['POST /v1/turns/t/stop'] = () => {
      stopped();
      return [200, { turn: { ...turn, state: 'closed' }, response: null }];
    };
    terminal = new ChatTerminal({ CRUMBTRAIL_URL: gateway.address, CRUMBTRAIL_KEY: 'k', CRUMBTRAIL_CONFIG: folder });
    await terminal.see(/demo> $/);

    const answered = await terminal.type('hello\r', /trail 01a2b3c4\n[^]*demo> $/);
    expect(answered).toMatch(/assistant: answer to hello\nassistant · 1,668 tokens · \$0\.25 · [\d.]+ m?s · trail/);
    await terminal.type(ARROW_UP, /hello$/);
    await terminal.type('\r', /answer to hello[^]*demo> $/);

    await terminal.type('one\\\r', /\.\.\. $/);
    await terminal.type(`two${ALT_ENTER}`, /\.\.\. $/);
    await terminal.type('three\r', /trail 01a2b3c4\n[^]*demo> $/);
    expect(sent()).toEqual(['hello', 'hello', 'one\ntwo\nthree']);

    expect(await terminal.type('/help\r', /Ctrl-C stops a\s+reply\.\n[^]*demo> $/)).toContain('/session <name>');

    await terminal.type('slow\r', /\d s$/);
    await terminal.type(CTRL_C, /assistant was stopped[^]*demo> $/);
    expect(gateway.requests.map(({ line }) => line)).toContain('POST /v1/turns/t/stop');

    await terminal.type('/quit\r', /crumb trace --session demo/);
    expect(await terminal.end()).toBe(0);
  });
});
