import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway } from './fake-gateway';

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
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  const batches = (): { imported: boolean; breadcrumbs: { session: string }[] }[] =>
    gateway.requests
      .filter(({ line }) => line === BATCH)
      .map(({ body }) => JSON.parse(body) as { imported: boolean; breadcrumbs: { session: string }[] });

  test('stores 500 breadcrumbs at a time as history', async () => {
    write(...Array.from({ length: 1_100 }, (_, n) => chat(n)));
    const { code, out } = await crumb(['import', file]);
    expect([code, out]).toEqual([0, '1,100 conversations (openai): 1,100 breadcrumbs stored.\n']);
    expect(batches().map(({ breadcrumbs }) => breadcrumbs.length)).toEqual([500, 500, 100]);
    expect(batches().every(({ imported }) => imported)).toBe(true);
    expect(batches()[2]?.breadcrumbs.at(-1)?.session).toBe('openai-c1099');
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
    expect(out).toContain('3 conversations (openai): 0 breadcrumbs stored.\n');
    expect(out).toContain('Not imported: a message of openai-c1: /context/content is not allowed.\n');
    expect(out).toContain('Not imported: a message of openai-c3: /context/content is not allowed.\n');
    expect(batches().map(({ breadcrumbs }) => breadcrumbs.length)).toEqual([2, 1]);
  });

  test('lists 20 problems, and how many more there are', async () => {
    writeFileSync(file, `${JSON.stringify(chat(1))}\n${'{broken\n'.repeat(25)}`);
    const { code, out } = await crumb(['import', file]);
    expect(code).toBe(1);
    expect(out.match(/^Not imported: number \d+ in the file: it is no whole JSON/gm)).toHaveLength(20);
    expect(out).toContain('And 5 problems more.\n');
  });

  test('stops where the store fails, and says so', async () => {
    gateway.replies[BATCH] = [
      503,
      { ...refusal, status: 503, code: 'unavailable', detail: 'The store is away.', issues: [] },
    ];
    write(chat(1));
    const { code, err } = await crumb(['import', file]);
    expect(code).not.toBe(0);
    expect(err).toContain('The store is away.');
  });
});
