import { FakeGateway, Screen } from './fake-gateway';
import { Interrupts, run } from '../src';

const event = { position: 3, id: 'c', version: 1, schema_name: 'user.message.v1', kind: 'created' };
const error = { name: 'TypeError', message: 'boom' };
const letter = (id: string, more: object = {}) => ({
  id,
  created_at: '2026-01-01T00:00:00Z',
  trail_id: 't',
  context: { station: 'conductor', durable: 'conductor', event, deliveries: 5, error, generation: 0 },
  ...more,
});
const replayed = { id: 'r', at: '2026-01-02T00:00:00Z', by: { kind: 'operator', id: 'ann' }, generation: 1 };
const gone = {
  type: 't',
  title: 'T',
  status: 404,
  detail: 'Not found: no breadcrumb with this ID.',
  code: 'not_found',
};

describe('crumb', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/dead-letters'] = [
      200,
      { dead_letters: [letter('b'), letter('a'), letter('z', { replayed })] },
    ];
  });
  afterAll(() => gateway.close());

  test('dead-letters: lists all and shows one', async () => {
    const { out } = await crumb(['dead-letters', 'list']);
    expect(out.split('\n')[1]).toMatch(/^b +2026\S+ +conductor +user\.message\.v1 +c +5 +boom$/);
    expect((await crumb(['dead-letters', 'show', 'z'])).out).toMatch(
      /service +conductor\n[^]*replayed +2026\S+ by operator ann\n\nTypeError: boom\n$/,
    );
    expect((await crumb(['dead-letters', 'show', 'nope'])).code).toBe(1);
  });

  test('turns: shows how each turn of a breadcrumb ended and why, or why it woke no agent', async () => {
    const turn = { agent: 'a', cause: { id: 'm', version: 1 } };
    const turns = [
      {
        ...turn,
        id: 't',
        state: 'closed',
        response_id: 'r',
        chosen: { strategy: 'natural', reason: 'mentioned at 0' },
      },
      { ...turn, id: 'u', state: 'open' },
    ];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns, silent: 'Silent: b.' }];
    const error = { code: 'context_failed', message: 'No context could be built for a: it is too long.' };
    gateway.replies['GET /v1/breadcrumbs/r'] = [
      200,
      { id: 'r', context: { turn: { id: 't' }, action: 'error', error } },
    ];
    const { out } = await crumb(['turns', 'm']);
    expect(out.split('\n').slice(1, 3)).toEqual([
      't     a      closed  failed: No context could be built for a: it is too long.  mentioned at 0',
      'u     a      open',
    ]);
    expect(out.trimEnd().endsWith('\n\nSilent: b.')).toBe(true);
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns: [], reason: 'a is muted.' }];
    expect((await crumb(['turns', 'm'])).out).toBe('a is muted.\n');
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns: turns.slice(0, 1) }];
    gateway.replies['GET /v1/breadcrumbs/r'] = [404, gone];
    expect((await crumb(['turns', 'm'])).out.split('\n')[1]).toMatch(/^t +a +closed +mentioned at 0$/);
  });

  test('turns --unfinished: lists the open and queued turns of an agent', async () => {
    const unfinished = { id: 't', agent: 'a', state: 'queued', session: 's', cause: { id: 'm', version: 1 } };
    const more = { trail_id: 'm', requested_at: '2026-01-01T00:00:00Z' };
    gateway.replies['GET /v1/turns'] = [200, { turns: [{ ...unfinished, ...more }] }];
    expect((await crumb(['turns', '--unfinished', '--agent', 'a'])).out.split('\n')[1]).toBe(
      't     queued  s        m',
    );
    gateway.replies['GET /v1/turns'] = [200, { turns: [] }];
    expect((await crumb(['turns', '--unfinished', '--agent', 'a'])).out).toBe('a has no open or queued turn.\n');
  });

  test('dead-letters replay --all: replays the oldest first, continues after a refusal, and then exits with 1', async () => {
    gateway.replies['POST /v1/dead-letters/a/replay'] = [404, gone];
    gateway.replies['POST /v1/dead-letters/b/replay'] = [201, { id: 'r', generation: 1, existed: false }];
    expect(await crumb(['dead-letters', 'replay', '--all'])).toEqual({
      code: 1,
      err: '',
      out: 'a: Not found: no breadcrumb with this ID.\nb: replayed (generation 1)\n',
    });
    const { code, out } = await crumb(['dead-letters', 'replay', 'b', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([0, { replayed: [{ letter: 'b', replay: { generation: 1 } }] }]);
  });

  test.each([[['dead-letters', 'replay']], [['dead-letters', 'replay', 'a', '--all']], [['completion', 'tcsh']]])(
    'exits with 2 on wrong usage: %j',
    async (args) => {
      expect((await crumb(args)).code).toBe(2);
      expect(gateway.requests).toEqual([]);
    },
  );

  test('exits with 3 when the gateway is unreachable, with 1 when a request is refused', async () => {
    const [output, errors] = [new Screen(), new Screen()];
    const args = ['trace', 'x', '--url', 'http://127.0.0.1:9', '--key', 'k'];
    const terminal = { input: process.stdin, output, errors };
    expect(await run(args, terminal, new Interrupts())).toBe(3);
    expect(errors.text).toContain('Nothing answers at http://127.0.0.1:9');
    expect((await crumb(['trace', 'x'])).code).toBe(1);
  });

  test('uses colours on terminals only, and never those of untrusted text', async () => {
    const node = {
      id: 'm',
      schema_name: 's.v1',
      author: { kind: 'user', id: 'eve' },
      at_ms: 0,
      error: 'bad\u001b[31m',
    };
    gateway.replies['GET /v1/trails/m'] = [200, { trail_id: 'm', nodes: [node], tree: [{ id: 'm', children: [] }] }];
    expect((await crumb(['trace', 'm'])).out).not.toContain('\u001b');
    const output = Object.assign(new Screen(), { isTTY: true, columns: 100 });
    const terminal = { input: process.stdin, output, errors: new Screen() };
    await run(['trace', 'm', '--url', gateway.address, '--key', 'k'], terminal, new Interrupts());
    const [escape, line] = [String.fromCharCode(27), output.text];
    expect([line.startsWith(`${escape}[31ms (failed`), line.endsWith(`${escape}[39m\n`)]).toEqual([true, true]);
    expect([line.split(escape).length - 1, line.includes('\uFFFD[31m')]).toEqual([2, true]);
  });

  test('tail: prints only the events that match its filters', async () => {
    const happened = (id: string, tags: string[], content: string) => ({
      kind: 'created',
      schema_name: 'user.message.v1',
      author: { kind: 'user', id },
      position: 1,
      crumb: { created_at: '2026-01-01T10:20:30.000Z', tags, context: { content } },
    });
    const all = [happened('ann', ['a'], 'The Roof'), happened('ann', [], 'the roof'), happened('bob', ['a'], 'x')];
    const frames = all.map((one, n) => `id: ${n}\nevent: created\ndata: ${JSON.stringify(one)}\n\n`).join('');
    gateway.replies['GET /v1/events'] = `${frames}id: 9\nevent: complete\ndata: {}\n\n`;
    const shown = async (...filters: string[]) => (await crumb(['tail', '--until-now', ...filters])).out;
    expect((await shown('--author', 'user:ann', '--text', 'ROOF')).trim().split('\n')).toHaveLength(2);
    expect(await shown('--tag', 'a', '--text', 'roof')).toMatch(/ann: The Roof\n$/);
    expect(await shown('--author', 'eve')).toBe('');
  });

  test('consumers: lists how far each has processed the log, and removes one', async () => {
    const consumer = { name: 'weather', floor: 7, waiting: 0, pending: 0, oldest_pending_ms: 7_200_000 };
    const busy = { name: 'conductor', floor: 9, waiting: 1, pending: 0 };
    gateway.replies['GET /v1/status'] = [200, { durables: [consumer, busy] }];
    expect((await crumb(['consumers'])).out.split('\n')).toEqual([
      'weather: processed through 7; the oldest event waits for 120 min 0 s; nobody asks for events',
      'conductor: processed through 9; nothing waits',
      '',
    ]);
    gateway.replies['DELETE /v1/consumers/weather'] = [200, { name: 'weather', floor: 7 }];
    const { code, out } = await crumb(['consumers', 'remove', 'weather']);
    expect([code, out]).toEqual([0, 'Removed the consumer weather, which had processed the log through 7.\n']);
  });

  test('embeddings use --wait: waits until the new embedder serves searches', async () => {
    const standing = { serving: 'lexical/1', chosen: 'openai/small', embedded_position: 1, indexed_position: 9 };
    gateway.replies['PUT /v1/embeddings'] = [200, { ...standing, backlog: 9 }];
    gateway.replies['GET /v1/embeddings'] = [200, { ...standing, serving: 'openai/small', backlog: 0 }];
    const { code, out } = await crumb(['embeddings', 'use', 'openai/small', '--wait']);
    expect([code, out]).toEqual([0, 'Serving openai/small; all texts are embedded.\n']);
  });
});
