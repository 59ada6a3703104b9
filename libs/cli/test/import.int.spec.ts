import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FakeGateway, runCrumb } from './fake-gateway';

interface ImportedBatch {
  readonly imported: boolean;
  readonly breadcrumbs: readonly { readonly session: string; readonly context: { readonly content: string } }[];
}

const BATCH = 'POST /v1/breadcrumbs/batch';
const refusal = {
  type: 't',
  title: 'T',
  status: 422,
  detail: 'Invalid user.message.v1.',
  code: 'invalid_payload',
  issues: [{ path: '/breadcrumbs/0/context/content', message: 'is not allowed', rule: 'r' }],
};

describe('crumb import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-import-'));
  const file = join(folder, 'chat.jsonl');
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const chat = (n: number) => ({ id: `c${n}`, messages: [{ role: 'user', content: `message ${n}` }] });
  const write = (...items: unknown[]): void =>
    writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n'));

  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    gateway.replies[BATCH] = [201, { breadcrumbs: [] }];
    gateway.replies['GET /v1/whoami'] = [200, { participant: { kind: 'operator', id: 'olga' }, role: 'operator' }];
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  const batches = (): ImportedBatch[] =>
    gateway.requests.filter(({ line }) => line === BATCH).map(({ body }) => JSON.parse(body) as ImportedBatch);

  test('stores 500 breadcrumbs at a time as history', async () => {
    write(...Array.from({ length: 1_100 }, (_, n) => chat(n)));
    const { code, out } = await crumb(['import', file]);
    const [first] = out.split('\n');
    expect([code, first]).toEqual([0, '1,100 conversations (openai): 1,100 messages read, 1,100 breadcrumbs stored.']);
    expect(batches().map(({ breadcrumbs }) => breadcrumbs.length)).toEqual([500, 500, 100]);
    expect(batches().every(({ imported }) => imported)).toBe(true);
    expect(batches()[2]?.breadcrumbs.at(-1)?.session).toBe('openai-c1099');
  });

  test('stores the title of a conversation once, for those who may read its messages', async () => {
    write({ ...chat(1), title: 'Trip to Porto' });
    expect((await crumb(['import', file, '--user', 'ann'])).out).toContain('1 message read, 1 breadcrumb stored.');
    const title = { schema_name: 'session.v1', context: { name: 'openai-c1', title: 'Trip to Porto' } };
    const audience = expect.arrayContaining(['user:ann']) as unknown;
    expect(gateway.sent('POST /v1/breadcrumbs')).toEqual({ ...title, audience });
    gateway.requests.length = 0;
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [{ ...title, tags: [] }], position: 9 }];
    await crumb(['import', file, '--user', 'ann']);
    expect(JSON.stringify(gateway.requests)).not.toContain('Trip to Porto');
  });

  test('ends its report with who may read what was imported, and how to ask about it', async () => {
    const answer = { role: 'assistant', content: 'Bubbles it is.' };
    write({ id: 'c1', messages: [...chat(1).messages, answer] });
    const { out } = await crumb(['import', file, '--user', 'bea', '--agent', 'baker']);
    expect(out.split('\n').slice(1)).toEqual([
      'Nothing was left out.',
      '',
      expect.stringMatching(
        /^Only user:bea and the agents of each conversation may read it\. Ask with a key of user:bea/,
      ),
      '  crumb keys create --for user:bea',
      '  crumb send -s openai-c1 --key <key> --to agent:baker "…"',
      '  crumb open session openai-c1',
      '',
    ]);
    const shared = await crumb(['import', file, '--shared']);
    expect(shared.out).toContain('Everybody in the workspace may read it. Ask about it, or open it:\n  crumb send -s');
    expect((await crumb(['import', file, '--json'])).out.trim().split('\n')).toHaveLength(1);
    expect((await crumb(['import', file, '--dry-run'])).out).not.toContain('may read it');
  });

  test('without a name of the person, it is whoever the key is for, who can ask with that key', async () => {
    write(chat(1));
    const { out } = await crumb(['import', file]);
    const [draft] = (batches()[0]?.breadcrumbs ?? []) as unknown as { author: object; audience: string[] }[];
    expect(draft).toMatchObject({ author: { kind: 'operator', id: 'olga' }, audience: ['operator:olga'] });
    expect(out).toContain('Only operator:olga and the agents of each conversation may read it. Ask only the agent,');
    expect(out).toContain('  crumb send -s openai-c1 --to agent:assistant "…"');
  });

  test('refuses an id that no participant may have, and suggests one', async () => {
    write(chat(1));
    const { code, err } = await crumb(['import', file, '--user', 'Ann Lee']);
    expect([code, err]).toEqual([2, expect.stringContaining('such as ann-lee (got "Ann Lee")')]);
    expect(gateway.requests).toEqual([]);
  });

  test('with --dry-run stores nothing', async () => {
    write(chat(1), chat(2));
    const { out } = await crumb(['import', file, '--dry-run', '--json']);
    expect(JSON.parse(out)).toMatchObject({ conversations: 2, stored: 2, dry_run: true, problems: [] });
    expect(batches()).toEqual([]);
  });

  test('names what the store refuses, stores the others, and exits with 1', async () => {
    gateway.replies[BATCH] = [422, refusal];
    write(chat(1), { id: 'c2', messages: [] }, chat(3));
    const { code, out } = await crumb(['import', file]);
    expect(code).toBe(1);
    expect(out).toContain('3 conversations (openai): 2 messages read, 0 breadcrumbs stored.\n');
    expect(out).toContain('Not imported: a message of openai-c1: /context/content is not allowed.\n');
    expect(out).toContain('Not imported: a message of openai-c3: /context/content is not allowed.\n');
    expect(batches().map(({ breadcrumbs }) => breadcrumbs.length)).toEqual([2, 1]);
  });

  test('lists 20 problems, and how many more there are', async () => {
    writeFileSync(file, `${JSON.stringify(chat(1))}\n${'{broken\n'.repeat(25)}`);
    const { code, out } = await crumb(['import', file]);
    expect(code).toBe(1);
    expect(out.match(/^Not imported: line \d+: it is not complete JSON/gm)).toHaveLength(20);
    expect(out).toContain('And 5 problems more.\nNothing else was left out.\n');
  });

  test('says how many messages are left out or changed, why, and on which lines', async () => {
    const system = { role: 'system', content: 's' };
    const lines = [1, 2, 3].map((n) =>
      JSON.stringify({ id: `c${n}`, messages: [system, { role: 'user', content: `Grüße ${n}`, created_at: 0 }] }),
    );
    writeFileSync(
      file,
      Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from(`${lines[1]}\n${lines[2]}`, 'latin1')]),
    );
    const { code, out } = await crumb(['import', file]);
    expect([code, out.split('\n').slice(0, 5)]).toEqual([
      0,
      [
        '3 conversations (openai): 3 messages read, 3 breadcrumbs stored.',
        'Changed: 2 × line that is not UTF-8 (read as Windows-1252) (lines 2, 3).',
        'Changed: 3 × time before 1980 (that of the message before it is stored) (lines 1, 2, 3).',
        '6 messages in the file: 3 read, 3 left out.',
        'Left out: 3 × system message (lines 1, 2, 3).',
      ],
    ]);
    const texts = batches().flatMap(({ breadcrumbs }) => breadcrumbs.map(({ context }) => context.content));
    expect(texts).toEqual(['Grüße 1', 'Grüße 2', 'Grüße 3']);
  });

  test('mixes the turns of more conversations than it holds in memory, and reads again what it stored of one', async () => {
    const turn = (n: number) => ({
      id: `r${n}`,
      run_type: 'chain',
      inputs: { input: `question ${n}` },
      outputs: { output: `answer ${n}` },
      extra: { metadata: { thread_id: `t${n % 100}` } },
    });
    write(...Array.from({ length: 200 }, (_, n) => turn(n)));
    const { out } = await crumb(['import', file, '--json']);
    expect(JSON.parse(out)).toMatchObject({ conversations: 100, read: 400, stored: 400, problems: [] });
    const lines = gateway.requests.map(({ line }) => line);
    const again = lines.findLastIndex((line) => line.startsWith('GET /v1/breadcrumbs?session=langsmith-t0'));
    expect(lines.indexOf(BATCH)).toBeLessThan(again);
  });

  test('reads 80 MB with a heap of 64 MB', async () => {
    const text = 'all the words of it '.repeat(3_000);
    const chats = Array.from({ length: 1_340 }, (_, n) =>
      JSON.stringify({ ...chat(n), messages: [{ role: 'user', content: text }] }),
    );
    writeFileSync(file, `[${chats.join(',')}]`);
    const program = join(__dirname, '../bin/crumb.js');
    const args = [
      '--max-old-space-size=64',
      program,
      'import',
      file,
      '--dry-run',
      '--json',
      '--key',
      'k',
      '--url',
      gateway.address,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toMatchObject({ conversations: 1_340, stored: 1_340, problems: [] });
  });

  test('stops where the store fails, says so and how to go on', async () => {
    gateway.replies[BATCH] = [
      503,
      { ...refusal, status: 503, code: 'unavailable', detail: 'The store is away.', issues: [] },
    ];
    write(chat(1));
    const { code, err } = await crumb(['import', file]);
    expect(code).not.toBe(0);
    expect(err).toContain('Nothing was imported. Run the command again to continue.\n');
    expect(err).toContain('The store is away.');
  });

  test('that reads no message fails, and says what the file was recognised as and what is left out', async () => {
    write({
      messages: [
        { role: 'system', content: 's' },
        { role: 'assistant', tool_calls: [{}] },
      ],
    });
    const { code, out, err } = await crumb(['import', file]);
    expect(code).toBe(1);
    expect(out).toContain('1 conversation (openai): 0 messages read, 0 breadcrumbs stored.\n');
    expect(err).toContain(
      `crumb: No message was read. ${file} was recognised as openai, and all are left out: 1 × system message, 1 × tool call.`,
    );
    writeFileSync(file, '[]');
    const empty = await crumb(['import', file]);
    expect([empty.code, empty.err]).toEqual([1, `crumb: No message was read: ${file} holds no conversation.\n`]);
    expect(batches()).toEqual([]);
  });

  test('with --dry-run says nothing of what was stored where the gateway does not answer', async () => {
    write(chat(1));
    const { code, err } = await runCrumb(['import', file, '--dry-run', '--url', 'http://127.0.0.1:1', '--key', 'k']);
    expect(code).toBe(3);
    expect(err).not.toMatch(/stored|imported/);
  });
});
