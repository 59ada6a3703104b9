import { eventually, scriptedModel } from '@crumbtrail/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitForExit, type CommandResult } from './support/command-result';
import { useFixture, useScript, useStack } from './support/fixture';

const bin = resolve(__dirname, '../libs/cli/bin/crumb.js');

const embedder = useFixture(
  () => scriptedModel(),
  (model) => model.close(),
);
const stack = useStack(() => ({ env: { EMBEDDINGS_BASE_URL: embedder.base_url } }));
useScript(stack, { say: 'we open at nine' });
/** A folder outside any checkout. */
const elsewhere = useFixture(
  async () => ({ folder: await mkdtemp(join(tmpdir(), 'crumb-elsewhere-')) }),
  ({ folder }) => rm(folder, { recursive: true, force: true }),
);

function start(args: string[], env: Record<string, string> = {}): ChildProcess {
  const own = { CRUMBTRAIL_URL: stack.api.url, CRUMBTRAIL_HOME: stack.home, PATH: process.env['PATH'] ?? '' };
  return spawn(process.execPath, [bin, ...args], {
    cwd: elsewhere.folder,
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const crumb = (...args: string[]): Promise<CommandResult> => waitForExit(start(args));

/** The output of a command with --json, parsed. */
const data = async <T>(...args: string[]): Promise<T> => JSON.parse((await crumb(...args, '--json')).out) as T;

/** The contexts of a session, oldest first. */
async function contextsOf(session: string): Promise<string[]> {
  type Page = { breadcrumbs: { id: string }[] };
  const page = await stack.api.get<Page>(`/v1/breadcrumbs?schema=agent.context.v1&session=${session}&order=asc`);
  return page.breadcrumbs.map(({ id }) => id);
}

describe('the crumb command against a running Crumbtrail', () => {
  test('send prints the answer, and trace draws the events that led to it', async () => {
    const sent = await crumb('send', 'when do you open?', '--session', 'demo');
    expect(sent).toMatchObject({ code: 0, err: '' });
    expect(sent.out).toMatch(/^assistant: we open at nine\n\ntrail ([0-9a-f-]{36})\n +http:\S+\/trails\/\1\n$/);
    const id = /trail (\S+)/.exec(sent.out)?.[1] as string;
    const lines = (await crumb('trace', id)).out.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^operator asked: when do you open\? +\+0 ms$/);
    expect(lines[1]).toMatch(/^ {2}assistant started +\+[\d.]+ m?s/);
    expect(lines[2]).toMatch(/^ {4}context \d+\/[\d,]+, \d+ in, \d+ out +\+[\d.]+ m?s +[\d.]+ m?s +\d+ tok$/);
    expect(lines[3]).toMatch(/^ {4}assistant answered: we open at nine +\+[\d.]+ m?s +[\d.]+ m?s +\d+ tok$/);
    const raw = (await crumb('trace', id, '--raw')).out.trimEnd().split('\n');
    expect(raw[0]).toMatch(/^user\.message\.v1 +operator operator +\+0 ms +when do you open\?$/);
    expect(raw[3]).toMatch(
      /^ {6}└─ agent\.response\.v1 +agent assistant +\+[\d.]+ m?s +\d+ tok +[\d.]+ m?s +we open at nine$/,
    );
    expect((await crumb('context', 'show', id)).out).toContain('when do you open?');
    expect((await crumb('context', 'explain', id)).out).toMatch(/^for assistant: \d+ of \d+ tokens/);
  });

  test('tail --until-now prints the events of a session in order, then exits', async () => {
    await stack.api.post('/v1/breadcrumbs', { schema_name: 'session.v1', context: { name: 'tailed' } });
    await crumb('send', 'when do you open?', '--session', 'tailed');
    const { code, out } = await crumb('tail', '--from', 'start', '--until-now', '--session', 'tailed', '--json');
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { position: number });
    expect([code, events.length]).toEqual([0, 5]);
    expect(events.map(({ position }) => position)).toEqual(
      events.map(({ position }) => position).sort((a, b) => a - b),
    );
  });

  test('import stores a chat once, for its person and its agent', async () => {
    const file = join(elsewhere.folder, 'chat.json');
    const chat = [
      { role: 'user', content: 'the safe opens with 4711' },
      { role: 'assistant', content: 'I shall remember that' },
    ];
    await writeFile(file, JSON.stringify([{ id: 'safe', title: 'About the safe', messages: chat }]));
    const first = await crumb('import', file, '--user', 'rita');
    expect([first.code, first.out.split('\n')[0]]).toEqual([
      0,
      '1 conversation (openai): 2 messages read, 2 breadcrumbs stored.',
    ]);
    expect(first.out).toContain('crumb send -s openai-safe --key <key> --to agent:assistant');
    await writeFile(
      file,
      JSON.stringify([{ id: 'safe', messages: [...chat, { role: 'user', content: 'thank you' }] }]),
    );
    expect((await crumb('sessions', '--text', 'About the safe')).out).toContain('openai-safe');
    const again = await crumb('import', file, '--user', 'rita');
    expect(again.out.split('\n')[0]).toBe(
      '1 conversation (openai): 3 messages read, 1 breadcrumb stored, 2 messages stored before.',
    );
    const found = async (...key: string[]): Promise<string> => (await crumb('search', 'the safe opens', ...key)).out;
    const keyOf = async (id: string): Promise<string> =>
      (await data<{ secret: string }>('keys', 'create', '--for', `user:${id}`, '--role', 'reader')).secret;
    expect(await found('--key', await keyOf('rita'))).toContain('4711');
    expect(await found('--key', await keyOf('rob'))).not.toContain('4711');
  });

  test('import goes on where it was killed, and stores every message once', async () => {
    const file = join(elsewhere.folder, 'chats.jsonl');
    const chats = Array.from({ length: 40 }, (_, n) => ({
      id: `killed-${n}`,
      messages: Array.from({ length: 50 }, (_each, at) => ({ role: 'user', content: `remark ${at} of chat ${n}` })),
    }));
    await writeFile(file, chats.map((chat) => JSON.stringify(chat)).join('\n'));
    const stored = async (session: string): Promise<number> =>
      (await stack.api.get<{ breadcrumbs: unknown[] }>(`/v1/breadcrumbs?session=${session}&limit=500`)).breadcrumbs
        .length;
    const child = start(['import', file, '--user', 'rita']);
    const ended = waitForExit(child);
    await eventually(async () => (await stored('openai-killed-0')) === 50);
    child.kill('SIGKILL');
    await ended;
    const again = await crumb('import', file, '--user', 'rita');
    expect(again.out).toMatch(
      /^40 conversations \(openai\): 2,000 messages read, [\d,]+ breadcrumbs stored, [\d,]+ messages stored before\.$/m,
    );
    const counts = await Promise.all(chats.map(({ id }) => stored(`openai-${id}`)));
    expect(new Set(counts)).toEqual(new Set([50]));
  });

  test('tail exits with 0 when its output is closed', async () => {
    const child = start(['tail', '--from', 'start']);
    const ended = waitForExit(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.stdout?.destroy();
    await crumb('send', 'one more', '--session', 'aside');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  test('tail exits with 0 at Ctrl-C', async () => {
    const child = start(['tail', '--from', 'start']);
    const ended = waitForExit(child);
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  test('agents, keys, workspaces and dead-letters list what exists', async () => {
    expect((await crumb('agents')).out).toContain('assistant');
    const made = JSON.parse(
      (await crumb('keys', 'create', '--for', 'user:rita', '--role', 'reader', '--json')).out,
    ) as { id: string; secret: string };
    const asRita = await waitForExit(start(['send', 'hello'], { CRUMBTRAIL_KEY: made.secret }));
    expect(asRita).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^crumb: .+\n$/) });
    expect((await crumb('keys', 'revoke', made.id)).out).toContain('Revoked key');
    expect((await crumb('keys', 'list')).out).toMatch(/user:rita +reader .*revoked/);
    expect((await crumb('workspaces', 'create', 'second')).code).toBe(0);
    expect((await crumb('workspaces', 'list')).out).toContain('second');
    expect((await crumb('dead-letters')).out).toBe('No dead letters: every event was processed.\n');
  });

  test('embeddings use changes the embedder without a restart, and rejects an unknown one', async () => {
    const serving = async () => (JSON.parse((await crumb('embeddings', '--json')).out) as { serving: string }).serving;
    expect(await serving()).toMatch(/^words/);
    expect(await crumb('embeddings', 'use', 'openai/small')).toMatchObject({ code: 0, err: '' });
    await eventually(async () => (await serving()) === 'openai/small');
    expect((await crumb('send', 'and now?', '--session', 'demo')).out).toContain('we open at nine');
    const err = expect.stringContaining('There is no embedder magic.') as string;
    expect(await crumb('embeddings', 'use', 'magic')).toMatchObject({ code: 1, out: '', err });
  });

  test('doctor finds no problem in a running stack, and reports a gateway that does not answer', async () => {
    const here = await crumb('doctor');
    expect(here.out).toMatch(/No problems found\.\n$/);
    expect(here.code).toBe(0);
    const away = await waitForExit(start(['doctor', '--url', 'http://127.0.0.1:9']));
    expect(away).toMatchObject({ code: 1, out: expect.stringContaining('nothing answers at http://127.0.0.1:9') });
  });
});

describe('the context of a response', () => {
  /** Two messages that were answered in a session: the contexts of the answers, and the id of the first message. */
  async function answeredSession(session: string): Promise<{ first: string; second: string; message: string }> {
    for (const text of ['the boiler is in the cellar', 'where is the boiler?'])
      await crumb('send', text, '--session', session);
    const [first, second] = (await contextsOf(session)) as [string, string];
    const { results } = await data<{ results: { breadcrumb: { id: string; context: { content: string } } }[] }>(
      'search',
      'boiler cellar',
      '-m',
      'text',
      '-s',
      session,
    );
    const found = results.find(({ breadcrumb }) => breadcrumb.context.content.includes('cellar'));
    return { first, second, message: found?.breadcrumb.id ?? '' };
  }

  test('is shown by the context commands', async () => {
    const { first, second, message } = await answeredSession('at-the-command-line');
    expect(await crumb('context', 'replay', second)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^identical/),
    });
    expect((await crumb('context', 'replan', second)).out).toMatch(/^ +context +agent/);
    expect((await crumb('context', 'diff', first, second)).out).toMatch(/\+ added +\w+ \/ \w+ +\d+ +\S+@1/);
    expect((await crumb('context', 'what-if', second, '-b', '64,4000')).out).toMatch(/\n64 +\d+ +\d+ /);
    expect((await crumb('context', 'influence', message)).out).toContain(second);
    const asked = ['context', 'preview', 'where is the boiler?', '-s', 'at-the-command-line', '--why'];
    expect((await crumb(...asked)).out).toMatch(/kept +\w+ \/ \w+ +\d\.\d{3}/);
    expect((await crumb('context', 'explain', second)).out).toMatch(/prompt: \d+ tokens billed, \d+ estimated/);
  });

  test('is returned by the MCP tools, which accept what their listed schemas say', async () => {
    const { first, second, message } = await answeredSession('over-mcp');
    const client = new Client({ name: 'e2e', version: '1' });
    const headers = { authorization: `Bearer ${stack.key}` };
    const url = new URL('/mcp', stack.api.url);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const calls = {
      preview_context: { agent: 'assistant', session: 'over-mcp', content: 'where is the boiler?' },
      explain_context: { context: second },
      replay_context: { context: second },
      replan_context: { context: second, budget: { max_tokens: 500 } },
      diff_contexts: { a: first, b: second },
      what_if: { context: second, budgets: [500, 4000] },
      why_not: { context: second, text: 'where is the boiler?' },
      influence: { breadcrumb: message },
      get_trail: { id: second },
      search_breadcrumbs: { query: 'boiler', mode: 'text' },
      list_approvals: {},
    };
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(calls)));
    for (const [name, given] of Object.entries(calls)) {
      const result = await client.callTool({ name, arguments: given });
      expect([name, result.isError ? result.content : undefined]).toEqual([name, undefined]);
    }
    await client.close();
  });

  test('reports a quoted breadcrumb that was erased', async () => {
    const { second, message } = await answeredSession('erased');
    const { version } = await stack.api.get<{ version: number }>(`/v1/breadcrumbs/${message}`);
    const headers = { 'if-match': `"${version}"` };
    await stack.api.request('DELETE', `/v1/breadcrumbs/${message}`, undefined, { headers });
    const { code, out } = await crumb('context', 'replay', second);
    expect([code, out]).toEqual([1, expect.stringContaining(`${message}@1 was erased`)]);
  });
});

describe('crumb erase --now', () => {
  const CANARY = 'zanzibar4711';
  const filesWith = async (text: string): Promise<string[]> => {
    const entries = await readdir(stack.home, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
    return files.filter((_, at) => contents[at]?.includes(text));
  };

  test('leaves the text of a breadcrumb in no file, and refuses to write it again with the same idempotency key', async () => {
    const message = { schema_name: 'user.message.v1', session: 'vault', context: { content: `It is ${CANARY}.` } };
    const headers = { 'idempotency-key': 'the-safe' };
    const { body } = await stack.api.request<{ id: string }>('POST', '/v1/breadcrumbs', message, { headers });
    const search = () => data<{ results: unknown[] }>('search', CANARY);
    await eventually(async () => (await search()).results.length > 0);
    await eventually(async () => (await contextsOf('vault')).length > 0);
    expect(await filesWith(CANARY)).not.toEqual([]);
    expect((await crumb('erase', body.id, '--derived', '--now')).out).toContain('No file of the database holds it');
    expect(await filesWith(CANARY)).toEqual([]);
    const again = await stack.api.request('POST', '/v1/breadcrumbs', message, { headers });
    expect(again.status).toBe(410);
  });
});
