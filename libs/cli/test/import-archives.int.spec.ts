import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { FakeGateway } from './fake-gateway';

interface ImportedBatch {
  readonly breadcrumbs: readonly {
    readonly session: string;
    readonly author: { readonly kind: string };
    readonly context: { readonly content: string };
  }[];
}

const BATCH = 'POST /v1/breadcrumbs/batch';
/** A conversation of ChatGPT as exports of 2026 have it: no metadata, and the model beside the messages. */
const chatGpt = (id: string, text: string): object => ({
  conversation_id: id,
  title: '',
  default_model_slug: 'gpt-5',
  current_node: 'a',
  mapping: {
    root: { id: 'root', parent: null, children: ['a'] },
    a: {
      id: 'a',
      parent: 'root',
      children: [],
      message: {
        id: `${id}-a`,
        author: { role: 'user' },
        content: { content_type: 'text', parts: [text] },
        create_time: 1_780_000_000,
      },
    },
  },
});
const lines = (...records: object[]): string => records.map((record) => JSON.stringify(record)).join('\n');

/** A session as llama.cpp exports it since July 2026. */
const llama = (id: string, text: string): string =>
  lines(
    { harness: 'llama.cpp', type: 'session', id, name: 'Soup', currNode: 'b', lastModified: 1_780_000_000_000 },
    {
      type: 'message',
      message: { id: 'r', type: 'root', role: 'system', content: '', parent: null, children: ['a', 'x'] },
    },
    {
      type: 'message',
      message: { id: 'x', type: 'text', role: 'user', content: 'another branch', parent: 'r', children: [] },
    },
    { type: 'message', message: { id: 'a', type: 'text', role: 'user', content: text, parent: 'r', children: ['b'] } },
    {
      type: 'message',
      message: {
        id: 'b',
        type: 'text',
        role: 'assistant',
        content: 'Leeks.',
        parent: 'a',
        children: [],
        toolCalls: [],
      },
    },
  );

const claudeCode = lines(
  { type: 'summary', summary: 'Fix the build', leafUuid: 'u2' },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'u0',
    parentUuid: null,
    isMeta: true,
    timestamp: '2026-06-01T10:00:00Z',
    message: { role: 'user', content: 'Caveat: …' },
  },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'u1',
    parentUuid: 'u0',
    timestamp: '2026-06-01T10:00:01Z',
    message: { role: 'user', content: 'Why does the build fail?' },
  },
  {
    type: 'assistant',
    sessionId: 's1',
    uuid: 'u2',
    parentUuid: 'u1',
    timestamp: '2026-06-01T10:00:09Z',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'A type is missing.' },
        { type: 'tool_use', id: 't', name: 'Edit', input: {} },
      ],
    },
  },
  {
    type: 'user',
    sessionId: 's1',
    uuid: 'u3',
    parentUuid: 'u2',
    timestamp: '2026-06-01T10:00:10Z',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
  },
);

const codex = lines(
  { timestamp: '2026-06-01T10:00:00Z', type: 'session_meta', payload: { id: 's2', cwd: '/x' } },
  {
    timestamp: '2026-06-01T10:00:01Z',
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>…</environment_context>' }],
    },
  },
  {
    timestamp: '2026-06-01T10:00:02Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add a test.' }] },
  },
  { timestamp: '2026-06-01T10:00:03Z', type: 'event_msg', payload: { type: 'user_message', message: 'Add a test.' } },
  {
    timestamp: '2026-06-01T10:00:04Z',
    type: 'response_item',
    payload: { type: 'function_call', name: 'shell', arguments: '{}' },
  },
  {
    timestamp: '2026-06-01T10:00:05Z',
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  },
);

describe('crumb import of archives, folders and several files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-import-'));
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const write = (name: string, data: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, data);
    return path;
  };
  const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const said = (): [string, string, string][] =>
    gateway.requests
      .filter(({ line }) => line === BATCH)
      .flatMap(({ body }) => (JSON.parse(body) as ImportedBatch).breadcrumbs)
      .map(({ session, author, context }) => [session, author.kind, context.content]);

  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/whoami'] = [200, { participant: { kind: 'user', id: 'user' }, role: 'operator' }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    gateway.replies[BATCH] = [201, { breadcrumbs: [] }];
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  const numbered = {
    'export/conversations-000.json': JSON.stringify([chatGpt('one', 'first')]),
    'export/conversations-010.json': JSON.stringify([chatGpt('three', 'third')]),
    'export/conversations-002.json': JSON.stringify([chatGpt('two', 'second')]),
    'export/user.json': '{"id":"u"}',
    'export/chat.html': '<html></html>',
  };

  test('an export of ChatGPT in several files is imported from its archive, in their order, and says what else it holds', async () => {
    const { code, out } = await crumb(['import', write('export.zip', archive(numbered))]);
    expect(said().map(([, , text]) => text)).toEqual(['first', 'second', 'third']);
    expect(code).toBe(0);
    expect(out).toContain('3 conversations (chatgpt) in 3 files: 3 messages read, 3 breadcrumbs stored.');
    expect(out).toContain('2 other files not read: export/user.json, export/chat.html.');
  });

  test('so is its folder, and so are its files', async () => {
    mkdirSync(join(folder, 'unpacked', 'export'), { recursive: true });
    for (const [name, text] of Object.entries(numbered)) write(join('unpacked', name), text);
    expect((await crumb(['import', join(folder, 'unpacked')])).code).toBe(0);
    expect(said().map(([, , text]) => text)).toEqual(['first', 'second', 'third']);
    const names = ['conversations-000.json', 'conversations-002.json'];
    expect(
      (await crumb(['import', ...names.map((name) => join(folder, 'unpacked', 'export', name)), '--dry-run'])).out,
    ).toContain('2 conversations (chatgpt) in 2 files: 2 messages read, 2 breadcrumbs would be stored.');
  });

  test('of several files one that holds no conversation does not hold up the others', async () => {
    const { code, out } = await crumb([
      'import',
      write('broken.json', '{"a": 1}'),
      write('good.json', JSON.stringify([chatGpt('one', 'first')])),
    ]);
    expect([code, said().length]).toEqual([1, 1]);
    expect(out).toMatch(/Not imported: .*broken\.json is not recognised/);
  });

  test('sessions of llama.cpp are read with the branch that was shown, alone and from its archive', async () => {
    expect((await crumb(['import', write('soup.jsonl', llama('l1', 'What goes into soup?'))])).out).toContain(
      'Left out: 1 × message of another branch',
    );
    const both = archive({ 'a.jsonl': llama('l1', 'What goes into soup?'), 'b.jsonl': llama('l2', 'And salt?') });
    expect((await crumb(['import', write('conversations.zip', both)])).out).toContain(
      '2 conversations (llama-cpp) in 2 files: 4 messages read',
    );
    expect(said().slice(0, 2)).toEqual([
      ['llama-cpp-l1', 'user', 'What goes into soup?'],
      ['llama-cpp-l1', 'agent', 'Leeks.'],
    ]);
  });

  test('sessions of Claude Code and Codex are what was said, without what the programs tell the model', async () => {
    const { out } = await crumb(['import', write('s1.jsonl', claudeCode)]);
    expect(out).toContain('1 conversation (claude-code): 2 messages read, 2 breadcrumbs stored.');
    expect(out).toContain('Left out: 1 × tool result');
    await crumb(['import', write('rollout.jsonl', codex)]);
    expect(said()).toEqual([
      ['claude-code-s1', 'user', 'Why does the build fail?'],
      ['claude-code-s1', 'agent', 'A type is missing.'],
      ['codex-s2', 'user', 'Add a test.'],
      ['codex-s2', 'agent', 'Done.'],
    ]);
  });

  test.each([
    [
      'an archive without conversations',
      archive({ 'a.txt': 'x' }),
      'is a ZIP archive without a JSON file. It holds a.txt.',
    ],
    ['an archive that is cut', archive(numbered).subarray(0, 100), 'is a ZIP archive that cannot be read'],
  ])('%s is refused with the reason', async (_, data, reason) => {
    const { code, err } = await crumb(['import', write('odd.zip', data)]);
    expect([code, said()]).toEqual([1, []]);
    expect(err).toContain(reason);
  });
});
