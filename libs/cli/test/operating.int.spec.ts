import { FakeGateway, Screen } from './fake-gateway';
import { Interrupts, run } from '../src';

const event = { position: 3, id: 'c', version: 1, schema_name: 'user.message.v1', kind: 'created' };
const error = { name: 'TypeError', message: 'boom' };
const letter = (id: string, more: object = {}) => ({
  ...{ id, created_at: '2026-01-01T00:00:00Z', trail_id: 't' },
  context: { station: 'conductor', durable: 'conductor', event, deliveries: 5, error, generation: 0 },
  ...more,
});
const replayed = { id: 'r', at: '2026-01-02T00:00:00Z', by: { kind: 'operator', id: 'ann' }, generation: 1 };
const gone = { type: 't', title: 'T', status: 404, detail: 'There is nothing of this id.', code: 'not_found' };

describe('dead letters', () => {
  const door = new FakeGateway();
  const crumb = door.crumb.bind(door);
  beforeAll(() => door.open());
  beforeEach(() => {
    door.forget();
    door.answers['GET /v1/dead-letters'] = [
      200,
      { dead_letters: [letter('b'), letter('a'), letter('z', { replayed })] },
    ];
  });
  afterAll(() => door.close());

  test('are listed, and one is shown', async () => {
    const { out } = await crumb(['dead-letters', 'list']);
    expect(out.split('\n')[1]).toMatch(/^b +2026\S+ +conductor +user\.message\.v1 +c +5 +boom$/);
    expect((await crumb(['dead-letters', 'show', 'z'])).out).toMatch(
      /service +conductor\n[^]*replayed +2026\S+ by operator ann\n\nTypeError: boom\n$/,
    );
    expect((await crumb(['dead-letters', 'show', 'nope'])).code).toBe(1);
  });

  test('all that never were are replayed, the oldest first; one that is refused is exit 1, after the others', async () => {
    door.answers['POST /v1/dead-letters/a/replay'] = [404, gone];
    door.answers['POST /v1/dead-letters/b/replay'] = [201, { id: 'r', generation: 1, existed: false }];
    expect(await crumb(['dead-letters', 'replay', '--all'])).toEqual({
      ...{ code: 1, err: '' },
      out: 'a: There is nothing of this id.\nb: replayed (generation 1)\n',
    });
    const { code, out } = await crumb(['dead-letters', 'replay', 'b', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([0, { replayed: [{ letter: 'b', replay: { generation: 1 } }] }]);
  });

  test.each([[['dead-letters', 'replay']], [['dead-letters', 'replay', 'a', '--all']], [['completion', 'tcsh']]])(
    'wrong usage is exit 2: %j',
    async (args) => {
      expect((await crumb(args)).code).toBe(2);
      expect(door.asked).toEqual([]);
    },
  );

  test('nobody at the address is exit 3, what is refused is exit 1', async () => {
    const [output, errors] = [new Screen(), new Screen()];
    const args = ['trace', 'x', '--url', 'http://127.0.0.1:9', '--key', 'k'];
    const terminal = { input: process.stdin, output, errors };
    expect(await run(args, terminal, new Interrupts())).toBe(3);
    expect(errors.text).toContain('Nothing answers at http://127.0.0.1:9');
    expect((await crumb(['trace', 'x'])).code).toBe(1);
  });

  test('colours go to terminals, and what others say can never make them', async () => {
    const node = {
      id: 'm',
      schema_name: 's.v1',
      author: { kind: 'user', id: 'eve' },
      at_ms: 0,
      error: 'bad\u001b[31m',
    };
    door.answers['GET /v1/trails/m'] = [200, { trail_id: 'm', nodes: [node], tree: [{ id: 'm', children: [] }] }];
    expect((await crumb(['trace', 'm'])).out).not.toContain('\u001b');
    const output = Object.assign(new Screen(), { isTTY: true, columns: 100 });
    const terminal = { input: process.stdin, output, errors: new Screen() };
    await run(['trace', 'm', '--url', door.address, '--key', 'k'], terminal, new Interrupts());
    const [escape, line] = [String.fromCharCode(27), output.text];
    expect([line.startsWith(`${escape}[31ms.v1`), line.endsWith(`${escape}[39m\n`)]).toEqual([true, true]);
    expect([line.split(escape).length - 1, line.includes('\uFFFD[31m')]).toEqual([2, true]);
  });

  test('tail shows only what its filters let through', async () => {
    const happened = (id: string, tags: string[], content: string) => ({
      ...{ kind: 'created', schema_name: 'user.message.v1', author: { kind: 'user', id }, position: 1 },
      crumb: { created_at: '2026-01-01T10:20:30.000Z', tags, context: { content } },
    });
    const all = [happened('ann', ['a'], 'The Roof'), happened('ann', [], 'the roof'), happened('bob', ['a'], 'x')];
    const frames = all.map((one, n) => `id: ${n}\nevent: created\ndata: ${JSON.stringify(one)}\n\n`).join('');
    door.answers['GET /v1/events'] = `${frames}id: 9\nevent: complete\ndata: {}\n\n`;
    const shown = async (...filters: string[]) => (await crumb(['tail', '--until-now', ...filters])).out;
    expect((await shown('--author', 'user:ann', '--text', 'ROOF')).trim().split('\n')).toHaveLength(2);
    expect(await shown('--tag', 'a', '--text', 'roof')).toMatch(/ann: The Roof\n$/);
    expect(await shown('--author', 'eve')).toBe('');
  });

  test('another embedder is waited for until it answers questions', async () => {
    const standing = { serving: 'lexical/1', chosen: 'openai/small', embedded_position: 1, indexed_position: 9 };
    door.answers['PUT /v1/embeddings'] = [200, { ...standing, backlog: 9 }];
    door.answers['GET /v1/embeddings'] = [200, { ...standing, serving: 'openai/small', backlog: 0 }];
    const { code, out } = await crumb(['embeddings', 'use', 'openai/small', '--wait']);
    expect([code, out]).toEqual([0, 'Serving openai/small; all texts are embedded.\n']);
  });
});
