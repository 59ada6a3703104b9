import {
  Commit,
  Influence,
  packAccount,
  Preview,
  type PreviewReply,
  Read,
  refuse,
  Search,
  Trail,
  Turns,
} from '@crumbtrail/contracts';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { Diff, Replan, Replay, WhatIf } from '@crumbtrail/contracts/operations/recorded-contexts';
import { WhyNot } from '@crumbtrail/contracts/operations/why-not';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { waitingApproval } from './approval-view';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const account = packAccount([
  {
    id: OTHER,
    version: 1,
    source: 'recent',
    section: 'recent',
    decision: 'kept',
    tokens: 3,
    rank: 1,
    score: 1,
    scores: { bm25: 1 },
  },
]);
const tokens = { total: 5, by_section: { message: 5 } };
const budget = { cap: 100, system_prompt: 0, tool_schemas: 0 };
const context = crumb({
  schema_name: 'agent.context.v1',
  context: {
    agent: 'bot',
    account,
    turn: { id: OTHER },
    trigger: { id: OTHER, version: 1 },
    definition: { id: OTHER, version: 9 },
    formatted_context: 'What was shown',
    tokens,
    budget,
  },
});
const preview: PreviewReply = {
  formatted_context: '# <script>alert(1)</script>',
  tokens,
  budget: budget as never,
  tokenizer: 'o200k_base',
  position: 1,
  index_position: 1,
  config_hash: 'h',
  items: [],
  beyond: 0,
  queries: 2,
};
const summary = { agent: 'bot', position: 1, config_hash: 'h', tokens: 5 };
const diff = {
  a: summary,
  b: { ...summary, id: ID },
  added: [],
  removed: [],
  moved: [],
  reworded: [],
  causes: ['budget'],
  tokens: { a: 5, b: 5, change: 0, by_section: { message: { a: 5, b: 5 } } },
};
const replay = {
  context: ID,
  identical: false,
  formatted_context: null,
  recorded_hash: 'h',
  hash: null,
  erased: [{ id: OTHER, version: 1 }],
  differs: [],
};
const whatIf = {
  context: ID,
  recorded: { max_tokens: 1000, tokens: 5, kept: 1 },
  beyond: 0,
  erased: [],
  budgets: [{ max_tokens: 2000, tokens: 5, kept: 1, enters: [], leaves: [] }],
};
const whyNot = { context: ID, asked: 'the roof', verdict: 'not_said' as const, answer: 'Not said.' };

describe('MCP tools', () => {
  let gateway: GatewayUnderTest;
  const clients: Client[] = [];

  async function connect(key: string, versions?: 'auto'): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1' },
      versions ? { versionNegotiation: { mode: versions } } : {},
    );
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', gateway.url), { requestInit: { headers } }));
    clients.push(client);
    return client;
  }
  const words = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? '';

  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fake.say(Read, ({ refs }) => found(refs.map(({ id }) => ([ID, OTHER].includes(id) ? context : null))));
    gateway.fake.say(Preview, () => preview);
    gateway.fake.say(Replay, () => replay);
    gateway.fake.say(Replan, () => ({ preview, diff }));
    gateway.fake.say(Diff, () => diff);
    gateway.fake.say(WhatIf, () => whatIf);
    gateway.fake.say(WhyNot, () => whyNot);
    gateway.fake.say(Influence, () => ({ contexts: [], beyond: 0 }));
    gateway.fake.say(Turns, () => ({ decided: true, turns: [] }));
    gateway.fake.say(Trail, () => ({ trail_id: ID, nodes: [] }));
    gateway.fake.say(ListApprovals, () => ({ approvals: [waitingApproval] }));
    gateway.fake.say(Commit, () => ({ results: [{ id: ID, version: 1, position: 3, existed: false }] }));
    gateway.fake.say(Search, () => ({ results: [{ breadcrumb: crumb(), score: 1, scores: { bm25: 1 } }] }));
  });
  afterEach(() => gateway.fake.forget());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
  });

  const calls = {
    preview_context: { agent: 'bot', content: 'hello', budget: { max_tokens: 500 } },
    explain_context: { context: ID },
    replay_context: { context: ID },
    replan_context: { context: ID, budget: { max_tokens: 500 } },
    diff_contexts: { a: ID, b: OTHER },
    what_if: { context: ID, budgets: [2000] },
    why_not: { context: ID, text: 'the roof' },
    influence: { breadcrumb: ID },
    get_trail: { id: ID },
    search_breadcrumbs: { query: 'hello' },
    send_message: { session: 'demo', content: 'hello' },
    list_approvals: {},
    approve_call: { id: ID, arguments: { amount: 5 } },
    deny_call: { id: ID, reason: 'no' },
    answer_question: { id: ID, choices: ['Tuesday'] },
  };

  const writing: ReadonlySet<string> = new Set(['send_message', 'approve_call', 'deny_call', 'answer_question']);

  test.each([undefined, 'auto'] as const)(
    'are listed and return the same data as the HTTP endpoints (negotiating %s)',
    async (mode) => {
      const client = await connect('operator-key', mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls));
      for (const { name, inputSchema, outputSchema, annotations } of tools) {
        expect([name, inputSchema.type, outputSchema?.type]).toEqual([name, 'object', 'object']);
        expect(annotations).toMatchObject({ readOnlyHint: !writing.has(name), destructiveHint: writing.has(name) });
        const result = await client.callTool({ name, arguments: calls[name as keyof typeof calls] });
        expect([name, result.isError ?? false]).toEqual([name, false]);
        expect(JSON.parse(words(result))).toEqual(result.structuredContent);
      }
      const shown = await client.callTool({ name: 'preview_context', arguments: calls.preview_context });
      expect(shown.structuredContent).toMatchObject({ formatted_context: preview.formatted_context });
      expect(gateway.fake.of(Replan)[0]?.request).toEqual(calls.replan_context);
      expect(gateway.fake.of(Preview)[0]).toMatchObject({ key: 'operator-key', request: calls.preview_context });
    },
  );

  test('return only what the key may read', async () => {
    gateway.fake.say(Read, () => found([null]));
    gateway.fake.say(Influence, () => {
      throw refuse('not_found', `There is no record with the ID "${ID}".`);
    });
    const client = await connect('reader-key');
    for (const name of ['explain_context', 'replay_context', 'replan_context', 'what_if', 'influence'] as const) {
      const result = await client.callTool({ name, arguments: calls[name] });
      expect([name, result.isError, words(result)]).toEqual([
        name,
        true,
        `not_found: There is no record with the ID "${ID}".`,
      ]);
    }
    expect(gateway.fake.of(Replay)).toEqual([]);
  });

  test('report which arguments are invalid and why', async () => {
    const client = await connect('operator-key');
    const wrong = { a: ID, b: 'x', c: 1 };
    const result = await client.callTool({ name: 'diff_contexts', arguments: wrong });
    expect([result.isError, words(result)]).toEqual([
      true,
      expect.stringMatching(/^invalid_payload: \/b [^\n]*\n- \/c: is not a known property$/),
    ]);
    await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow(/no tool drop_tables/);
    const unsafe = await client.callTool({ name: 'search_breadcrumbs', arguments: { query: 'a\u0000b' } });
    expect(words(unsafe)).toMatch(/^unsafe_json: /);
  });

  const sent = (body: string): Promise<Response> =>
    gateway.fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    });

  test.each([
    ['arguments', (deep: string) => `{"name":"search_breadcrumbs","arguments":{"query":${deep}}}`],
    ['parameters of MCP', (deep: string) => `{"name":"search_breadcrumbs","_meta":${deep}}`],
  ])('reject %s that are nested too deeply, at any depth', async (_, params) => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    for (const depth of [100, 50_000, 120_000]) {
      const response = await sent(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params(nested(depth))}}`);
      expect([depth, response.status, await response.json()]).toEqual([
        depth,
        422,
        expect.objectContaining({ code: 'unsafe_json', issues: [expect.anything()] }),
      ]);
    }
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params(nested(63))}}`;
    expect((await sent(body)).status).toBeLessThan(422);
  });

  test('do not reveal internal errors', async () => {
    gateway.fake.say(Trail, () => {
      throw refuse('internal', 'SELECT secrets');
    });
    const result = await (await connect('operator-key')).callTool({ name: 'get_trail', arguments: { id: ID } });
    expect([result.isError, words(result)]).toEqual([true, expect.not.stringContaining('secrets')]);
  });

  test('reject requests without a valid key and from pages of other sites', async () => {
    await expect(connect('wrong')).rejects.toThrow();
    const ask = (headers: Record<string, string>, method = 'POST'): Promise<Response> =>
      gateway.fetch('/mcp', {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' } : {}),
      });
    expect((await ask({ authorization: '' })).status).toBe(401);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await ask({ origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await ask({ origin: 'null' })).status).toBe(403);
    expect((await ask({ origin: gateway.url })).status).toBe(200);
    expect((await ask({}, 'GET')).status).toBe(405);
    expect((await ask({ 'content-type': 'text/plain' })).status).toBe(415);
  });
});
