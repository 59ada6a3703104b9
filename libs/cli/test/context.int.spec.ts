import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeGateway } from './fake-gateway';

const item = {
  id: 'i',
  version: 1,
  source: 'hybrid',
  section: 'relevant',
  decision: 'kept',
  tokens: 9,
  rank: 1,
  score: 0.8,
  scores: { bm25: 0.6, vector: 0.2, 'rank.hybrid': 1 },
};
const tokens = { total: 5, by_section: { message: 5 } };
const summary = { agent: 'assistant', position: 7, config_hash: 'sha256:0123456789abcdef', tokens: 5 };
const nothing = {
  a: { ...summary, id: 'c' },
  b: summary,
  added: [],
  removed: [],
  moved: [],
  reworded: [],
  causes: [],
  tokens: { a: 5, b: 5, change: 0, by_section: { message: { a: 5, b: 5 } } },
};
const changed = { ...nothing, added: [{ item, cause: 'the budget grew' }], causes: ['budget 1000 → 2000'] };
const replay = {
  context: 'c',
  identical: true,
  formatted_context: '# Message\nhello',
  recorded_hash: 'sha256:1',
  hash: 'sha256:1',
  erased: [],
  differs: [],
};
const preview = { formatted_context: '# Message\nhello', tokens, budget: { cap: 100 }, items: [item], beyond: 2 };

describe('crumb context', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const bodies = (): unknown[] =>
    gateway.requests.map(({ body }) => (body === '' ? null : (JSON.parse(body) as unknown)));
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/breadcrumbs/i'] = [200, { id: 'i', text: 'the roof\nleaks' }];
  });
  afterAll(() => gateway.close());

  test('replay: exits with 0 when identical, otherwise with 1 and the reasons, as text and as JSON', async () => {
    gateway.replies['POST /v1/contexts/c/replay'] = [200, replay];
    expect(await crumb(['context', 'replay', 'c'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^identical: c/),
    });
    expect((await crumb(['context', 'replay', 'c', '--text'])).out).toBe('# Message\nhello\n');
    const differs = [
      { what: 'renderer', recorded: 'markdown/1', now: 'markdown/2' },
      { what: 'text', items: [{ id: 't', version: 2, chunk: 1 }] },
      { what: 'hidden', items: [{ id: 'h', version: 1 }] },
    ];
    const other = { ...replay, identical: false, formatted_context: null, hash: null, erased: [item], differs };
    gateway.replies['POST /v1/contexts/c/replay'] = [200, other];
    expect(await crumb(['context', 'replay', 'c'])).toEqual({
      code: 1,
      err: '',
      out: [
        'not identical: c',
        '  i@1 was erased',
        '  the renderer was markdown/1 and is now markdown/2',
        '  t@2#1 now has different text',
        '  h@1 is not visible to this key or no longer indexed',
        '  recorded sha256:1, now unavailable\n',
      ].join('\n'),
    });
    const { code, out } = await crumb(['context', 'replay', 'c', '--json']);
    expect([code, JSON.parse(out)]).toEqual([1, other]);
  });

  test('replay: accepts the id of any breadcrumb of the trail', async () => {
    gateway.replies['GET /v1/trails/m'] = [200, { nodes: [{ id: 'c', schema_name: 'agent.context.v1' }], tree: [] }];
    gateway.replies['POST /v1/contexts/c/replay'] = [200, replay];
    expect((await crumb(['context', 'replay', 'm'])).code).toBe(0);
    gateway.replies['GET /v1/trails/n'] = [200, { nodes: [{ id: 'n', schema_name: 'user.message.v1' }], tree: [] }];
    expect(await crumb(['context', 'replay', 'n'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No context found'),
    });
  });

  test('replan: sends its overrides and prints the differences', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crumb-config-'));
    const file = join(folder, 'config.json');
    writeFileSync(file, '{"sources":[{"type":"recent"}]}');
    gateway.replies['POST /v1/contexts/c/replan'] = [200, { preview, diff: changed }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 42 }];
    const args = ['context', 'replan', 'c', '--as-of', 'now', '-b', '2000', '--config', file];
    const { code, out } = await crumb(args);
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    expect(bodies().filter(Boolean)).toContainEqual({
      as_of: 42,
      budget: { max_tokens: 2000 },
      config: { sources: [{ type: 'recent' }] },
    });
    expect(out).toMatch(/changed: budget 1000 → 2000/);
    expect(out).toMatch(/\+ added +relevant \/ hybrid +9 +i@1 +the roof leaks +the budget grew/);
    expect((await crumb(['context', 'replan', 'c', '--exit-code'])).code).toBe(1);
    gateway.replies['POST /v1/contexts/c/replan'] = [200, { preview, diff: nothing }];
    expect(await crumb(['context', 'replan', 'c', '--exit-code'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Both contexts hold the same items'),
    });
  });

  test('diff: compares two contexts, each given by its id or one of its trail', async () => {
    gateway.replies['GET /v1/breadcrumbs/c'] = [200, { id: 'c', schema_name: 'agent.context.v1' }];
    gateway.replies['GET /v1/breadcrumbs/m'] = [200, { id: 'm', schema_name: 'user.message.v1' }];
    gateway.replies['GET /v1/trails/m'] = [200, { nodes: [{ id: 'd', schema_name: 'agent.context.v1' }], tree: [] }];
    const section = { ...changed.tokens, b: 9, change: 4, by_section: { relevant: { a: 0, b: 4 } } };
    gateway.replies['GET /v1/contexts/diff'] = [200, { ...changed, tokens: section }];
    const { code, out } = await crumb(['context', 'diff', 'c', 'm']);
    expect([code, gateway.requests.map(({ line }) => line)]).toEqual([
      0,
      expect.arrayContaining(['GET /v1/contexts/diff?a=c&b=d']),
    ]);
    expect(out).toMatch(/relevant +0 +4 +\+4\ntotal +5 +9 +\+4\n$/);
    expect((await crumb(['context', 'diff', 'c', 'm', '--exit-code', '--json'])).code).toBe(1);
  });

  test('what-if: simulates several budgets in one request', async () => {
    const budget = {
      max_tokens: 2000,
      tokens: 14,
      kept: 2,
      enters: [item],
      leaves: [],
      shortened: [{ ...item, cut: 20 }],
    };
    const reply = { context: 'c', recorded: { max_tokens: 1000, tokens: 5, kept: 1 }, budgets: [budget] };
    gateway.replies['POST /v1/contexts/c/what-if'] = [200, { ...reply, beyond: 3, erased: [item] }];
    const { out } = await crumb(['context', 'what-if', 'c', '--budgets', '2000, 4000']);
    expect(bodies()[0]).toEqual({ budgets: [2000, 4000] });
    expect(gateway.requests.at(-1)?.line).toBe('GET /v1/breadcrumbs/i?view=llm&version=1');
    expect(out).toMatch(/1000 \(recorded\) +5 +1\n2000 +14 +2 +\+1 +-0 +1\n/);
    expect(out).toMatch(/2000 +\+ added +relevant \/ hybrid +9 +i@1 +the roof leaks\n/);
    expect(out).toMatch(/2000 +~ shortened +relevant \/ hybrid +9 +i@1 +the roof leaks\n/);
    expect(out).toMatch(/3 lower-ranked matches weren't recorded.*\ni@1 was erased/);
  });

  test('influence: lists contexts and the replies based on them', async () => {
    const context = { id: 'c', agent: 'assistant', created_at: '2026-01-01T00:00:00Z', quoted_version: 1 };
    const response = { id: 'r', action: 'speak', created_at: 'later' };
    const contexts = [{ ...context, session: 'demo', response }, context];
    gateway.replies['GET /v1/breadcrumbs/m/influence'] = [200, { contexts, beyond: 4 }];
    const { out } = await crumb(['context', 'influence', 'm', '-n', '2']);
    expect(gateway.requests[0]?.line).toBe('GET /v1/breadcrumbs/m/influence?limit=2');
    expect(out).toMatch(/assistant +demo +c +1 +replied +r\n.*\(no reply\)\n\n4 more not shown/);
  });

  test('preview: prints the text, or every candidate with --why', async () => {
    gateway.replies['POST /v1/contexts/preview'] = [200, preview];
    expect((await crumb(['context', 'preview', 'hello', 'you', '-s', 'demo'])).out).toBe('# Message\nhello\n');
    const why = await crumb(['context', 'preview', '--trigger', 'm', '--why', '--as-of', '9']);
    expect(bodies().filter(Boolean)).toEqual([
      { agent: 'assistant', session: 'demo', content: 'hello you' },
      { agent: 'assistant', trigger_id: 'm', as_of: 9 },
    ]);
    expect(why.out).toMatch(/^5 of 100 tokens \(message 5\)\n2 lower-ranked/);
    expect(why.out).toMatch(/kept +relevant \/ hybrid +0\.800 +bm25 75%, vector 25% +9 +i@1 +the roof leaks\n$/);
    delete gateway.replies['GET /v1/breadcrumbs/i'];
    expect((await crumb(['context', 'preview', 'hello', '--why'])).out).toContain(
      '(erased, or not visible to this key)',
    );
  });

  test('search: prints the results with the parts of their scores', async () => {
    const breadcrumb = {
      id: 'b',
      occurred_at: '2026-01-31T00:00:00Z',
      author: { kind: 'user', id: 'rita' },
      session: 'demo',
      context: { content: 'the roof\nleaks' },
    };
    gateway.replies['POST /v1/search'] = [
      200,
      { results: [{ breadcrumb, score: 0.5, scores: { bm25: 0.4, vector: 0.1 } }] },
    ];
    const { out } = await crumb(['search', 'the', 'roof', '-m', 'text', '--schema', 'a.v1,b.v1', '-n', '3']);
    expect(bodies()).toEqual([{ query: 'the roof', mode: 'text', filter: { schemas: ['a.v1', 'b.v1'] }, limit: 3 }]);
    expect(out).toMatch(/0\.500 +bm25 80%, vector 20% +2026-01-31 +user rita +demo +b +the roof leaks\n$/);
  });

  test.each([
    ['context', 'preview'],
    ['context', 'preview', 'x', '--trigger', 'm'],
    ['context', 'replan', 'c', '--budget', 'much'],
    ['context', 'replan', 'c', '--config', '/nowhere.json'],
    ['context', 'what-if', 'c', '-b', '1,x'],
    ['search', 'x', '-m', 'magic'],
  ])('exits with 2 on wrong usage: %s %s', async (...args) => {
    expect((await crumb(args.filter(Boolean))).code).toBe(2);
    expect(gateway.requests).toEqual([]);
  });

  test('cost: prints what each breadcrumb took of contexts, what is not listed, and which contexts were summed up', async () => {
    const cost = { tokens: 1_200_000, cached_tokens: 300_000, cost_usd: 41 };
    const row = { key: 'i', ...cost, contexts: 312, answered: 300, grounded: 3 };
    const hidden = { tokens: 0, cached_tokens: 0, cost_usd: 0 };
    const costs = {
      by: 'crumb',
      contexts: 1_000,
      priced: 900,
      latest: '2026-01-02T00:00:00Z',
      earliest: '2026-01-01T00:00:00Z',
      prompts: { tokens: 3_000_000, cached_tokens: 600_000, cost_usd: 100 },
      rows: [{ ...row, schema_name: 'log.v1', author: { kind: 'user', id: 'ann' }, text: 'ERROR 42' }],
      others: { ...cost, tokens: 800_000, rows: 7 },
      hidden,
      next_cursor: 'n',
    };
    gateway.replies['GET /v1/contexts/costs'] = [200, costs];
    const { code, out, err } = await crumb(['context', 'cost', '--since', '2026-01-01T00:00:00Z', '-s', 'demo']);
    expect([code, err]).toEqual([0, expect.stringContaining('--cursor n')]);
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      'cost    tokens     cached  contexts  grounded  breadcrumb  schema  text',
      '$41.00  1,200,000  25 %    312       3 of 300  i           log.v1  user ann: ERROR 42',
      '$41.00  800,000    38 %                                            7 more',
      '$18.00  1,000,000  0 %                                             (system prompt, tools, headings, messages, results of the turn)',
      '',
      '1,000 contexts from 2026-01-01T00:00:00Z to 2026-01-02T00:00:00Z: 3,000,000 prompt tokens, $100.00 (900 have a known price).',
      '',
    ]);
    expect(gateway.requests[0]?.line).toContain(
      'by=crumb&since=2026-01-01T00%3A00%3A00.000Z&session=demo&limit=20&contexts=1000',
    );
    expect((await crumb(['context', 'cost', '--by', 'mood'])).code).toBe(2);
    gateway.replies['GET /v1/contexts/costs'] = [200, { ...costs, contexts: 0 }];
    expect((await crumb(['context', 'cost'])).out).toMatch(/^No contexts, or none/);
  });

  test('cost: rejects an agent or a session that does not exist, and names the nearest', async () => {
    const none = { tokens: 0, cached_tokens: 0, cost_usd: 0 };
    const sums = { prompts: none, rows: [], others: { ...none, rows: 0 }, hidden: none };
    gateway.replies['GET /v1/contexts/costs'] = [200, { by: 'crumb', contexts: 0, priced: 0, ...sums }];
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'assistant' }, { agent: 'critic' }] }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [{ name: 'kitchen' }], position: 9 }];
    expect(await crumb(['context', 'cost', '-a', 'asistant'])).toEqual({
      code: 1,
      out: '',
      err: 'crumb: No agent "asistant" exists in this workspace, or none that this key may read. The nearest: assistant.\n',
    });
    expect(await crumb(['context', 'cost', '-s', 'kichen'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No session "kichen" exists') as string,
    });
    expect((await crumb(['context', 'cost', '-s', 'zzz'])).err).toContain('List them with `crumb sessions`.');
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [{ id: 'm' }], position: 9 }];
    expect(await crumb(['context', 'cost', '-a', 'critic', '-s', 'empty'])).toMatchObject({ code: 0 });
  });

  test('budgets: an option outside the limits is named with the smallest and the largest budget', async () => {
    const limits = 'must be a whole number of tokens from 64 to 1,000,000';
    const commands = [
      ['context', 'preview', 'hello', '--budget', '-1'],
      ['context', 'replan', 'c', '--budget', '63'],
      ['context', 'counterfactual', '--budget', '1000001'],
      ['context', 'what-if', 'c', '--budgets', '500,-1'],
    ];
    for (const command of commands) {
      const option = command.find((word) => word.startsWith('--')) as string;
      const { code, err } = await crumb(command);
      expect([code, err]).toEqual([2, expect.stringContaining(`${option} ${limits}`)]);
    }
    expect(gateway.requests).toEqual([]);
  });
});
