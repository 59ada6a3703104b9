import type { Candidate, EnclosingBlocks } from '@crumbtrail/contracts';
import { readChunks } from '../src/search/retrieve/read-chunks';
import { SessionTextCache } from '../src/search/session-cache/session-text-cache';
import { databases } from './databases';
import { IndexUnderTest, source } from './index-under-test';
import { creates, message, operator, StoreUnderTest, user } from './store-under-test';

const numbers = Array.from({ length: 80 }, (_, nth) => nth);
const rows = numbers.map((nth) => `| ${nth} | customer ${nth} | ${8000 + nth} | north |`);
const methods = numbers.flatMap((nth) => [`  run${nth}() {`, `    return ${nth};`, '  }']);
const servers = numbers
  .slice(0, 14)
  .map((nth) => ({ host: `h${nth}.example.org`, tls: { key: `key-${nth}`, on: [1] } }));
const json = JSON.stringify({ name: 'demo', config: { servers } }, null, 2);
const fenced = (language: string, lines: readonly string[]): string =>
  ['Look at this:', `\`\`\`${language}`, ...lines, '```', 'That is all.'].join('\n');

const TABLE = ['The customers:', '', '| id | customer | port | hall |', '|---|---|---|---|', ...rows].join('\n');
const CODE = fenced('ts', ['export class Runner {', ...methods, '}']);
const CSV = fenced('csv', ['id,customer,port', ...numbers.map((nth) => `${nth},customer ${nth},${8000 + nth},north`)]);
const LOG = fenced('', [
  'started node-7',
  ...numbers.map((nth) => `09:${nth} worker-${nth} finished job ${nth} at last`),
]);

/** What a later chunk of each kind begins inside of. */
const KINDS: readonly (readonly [kind: string, text: string, blocks: EnclosingBlocks])[] = [
  [
    'a table',
    TABLE,
    { table: { heading: '| id | customer | port | hall |', dashes: '|---|---|---|---|', more: true } },
  ],
  [
    'a code block',
    CODE,
    { code: { fence: '```ts', first: 'export class Runner {', more: true, scopes: ['export class Runner {'] } },
  ],
  ['CSV in a fence', CSV, { code: { fence: '```csv', first: 'id,customer,port', more: true } }],
  ['a log in a fence', LOG, { code: { fence: '```', first: 'started node-7', more: true } }],
];

describe.each(databases)('the blocks that chunks begin inside of, on %s', (_name, open) => {
  let store: StoreUnderTest;
  let index: IndexUnderTest;
  let workspace: string;

  beforeAll(async () => {
    store = await StoreUnderTest.over(await open());
    index = await IndexUnderTest.over(store);
  }, 60_000);

  beforeEach(async () => {
    workspace = await store.workspace();
  });

  afterAll(async () => {
    await index.close();
    await store.close();
  });

  const say = async (text: string): Promise<string> => {
    const { results } = await store.commit(user(workspace), { writes: creates(message(text)) });
    await index.settled();
    return results[0]?.id as string;
  };

  const find = async (
    pools?: SessionTextCache,
    over: Parameters<typeof source>[1] = {},
  ): Promise<readonly Candidate[]> => {
    const request = { query: 'customer run worker host', sources: [source('recent', { limit: 20, ...over })] };
    const { found } = await index.retrieve(workspace, request, undefined, pools);
    return found.get('recent') ?? [];
  };

  const blocksOf = (all: readonly Candidate[]): (EnclosingBlocks | undefined)[] =>
    all.toSorted((a, b) => a.chunk - b.chunk).map(({ enclosing }) => enclosing);

  /** As they are found in memory, in the database, and when a recorded context is formatted again. */
  const readAll = async (id: string): Promise<(EnclosingBlocks | undefined)[][]> => {
    const cached = await find();
    const refs = cached.map(({ chunk }) => ({ id, version: 1, chunk })).toSorted((a, b) => a.chunk - b.chunk);
    const { chunks } = await readChunks(
      store.db.database,
      { workspace },
      { viewer: 'assistant', refs, tokenizer: 'o200k_base' },
    );
    return [
      blocksOf(cached),
      blocksOf(await find(new SessionTextCache(store.db.database, { mostTexts: 1 }))),
      chunks.map((one) => (one && 'text' in one ? one.enclosing : undefined)),
    ];
  };

  it.each(KINDS)('are returned with each later piece of %s', async (_kind, text, blocks) => {
    const id = await say(text);
    for (const found of await readAll(id)) {
      expect(found.length).toBeGreaterThan(2);
      expect(found).toEqual([undefined, ...found.slice(1).map(() => blocks)]);
    }
  });

  it.each([
    ['alone', json],
    ['in a fence', fenced('json', json.split('\n'))],
  ])('are the path of each later piece of JSON %s', async (_place, text) => {
    const id = await say(text);
    for (const found of await readAll(id)) {
      expect(found.length).toBeGreaterThan(1);
      expect(found[0]).toBeUndefined();
      for (const blocks of found.slice(1)) {
        expect(blocks?.json?.path.slice(0, 2)).toEqual(['config', 'servers']);
        expect(blocks?.json?.path[2]).toEqual(expect.any(Number));
        expect(blocks?.code?.fence).toBe(text === json ? undefined : '```json');
      }
    }
  });

  it('cost no query in a session that is in memory, nor where no text has several pieces', async () => {
    const queries = async (): Promise<number> =>
      (await index.retrieve(workspace, { sources: [source('recent')] })).queries;
    await say('One short text.');
    await queries();
    const before = await queries();
    await say(TABLE);
    await queries();
    expect(await queries()).toBe(before);
  });

  it('are not returned for prose, and not from what was erased', async () => {
    const id = await say(Array.from({ length: 90 }, (_, nth) => `Sentence ${nth} is about boats.`).join(' '));
    for (const found of await readAll(id)) expect(found.every((one) => one === undefined)).toBe(true);
    const table = await say(TABLE);
    expect((await find()).some(({ enclosing }) => enclosing?.table)).toBe(true);
    await store.commit(operator(workspace), { writes: [{ op: 'erase', id: table, if_match: 1 }] });
    await index.settled();
    expect((await find()).some(({ enclosing }) => enclosing !== undefined)).toBe(false);
  });
});
