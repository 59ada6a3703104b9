import {
  type AccountItem,
  List,
  ListTrails,
  packAccount,
  Read,
  refuse,
  Trail,
  type TrailEntry,
  type TrailNode,
} from '@crumbtrail/contracts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const UNKNOWN = '0197a6d0-0000-7000-8000-00000000000f';
const item = {
  id: OTHER,
  version: 1,
  source: 'recent',
  section: 'recent',
  decision: 'kept',
  tokens: 3,
  rank: 1,
  score: 1,
  scores: { bm25: 1 },
} as const;

const contextOf = (text: string, items: readonly AccountItem[] = [item]): ReturnType<typeof crumb> =>
  crumb({
    schema_name: 'agent.context.v1',
    context: {
      agent: 'bot',
      account: packAccount(items),
      turn: { id: OTHER },
      trigger: { id: OTHER, version: 1 },
      definition: { id: OTHER, version: 9 },
      formatted_context: text,
      tokens: { total: 5, by_section: { message: 5 } },
      budget: { cap: 100, system_prompt: 0, tool_schemas: 0 },
    },
  });
const node = (n: number): TrailNode => ({
  id: n === 0 ? ID : `0197a6d0-0000-7000-8001-${String(n).padStart(12, '0')}`,
  version: 1,
  schema_name: 'user.message.v1',
  author: { kind: 'user', id: 'rita' },
  hop: 0,
  position: n + 1,
  created_at: '2026-01-01T00:00:00.000Z',
  at_ms: 0,
  summary: 'x'.repeat(120),
  ...(n === 0 ? {} : { cause: { id: ID, version: 1 } }),
});
const entry = {
  trail_id: ID,
  session: 'demo',
  first: { ...crumb(), text: 'hello' },
  crumbs: 4,
  agents: ['bot'],
  outcome: 'answered',
  duration_ms: 1,
} as TrailEntry;

describe('MCP resources', () => {
  let gateway: GatewayUnderTest;
  const clients: Client[] = [];

  async function connect(key: string, mode?: 'auto'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, mode ? { versionNegotiation: { mode } } : {});
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', gateway.url), { requestInit: { headers } }));
    clients.push(client);
    return client;
  }
  const texts = async (client: Client, uri: string): Promise<string[]> =>
    (await client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : ''));
  const failure = (client: Client, uri: string): Promise<{ code?: number; message: string }> =>
    client.readResource({ uri }).then(
      () => ({ message: 'no error' }),
      (error: { code: number; message: string }) => ({
        code: error.code,
        message: error.message.replaceAll(uri, 'URI'),
      }),
    );

  beforeAll(async () => {
    gateway = await startGateway();
  });
  // Only keys of the workspace `default` may read the breadcrumb with ID; that is decided by the store.
  const mayRead = (key: string | undefined): boolean => key !== 'foreign-key' && key !== 'reader-key';
  beforeEach(() => {
    gateway.fake.say(Read, ({ refs }, key) =>
      found(refs.map(({ id }) => (id === ID && mayRead(key) ? contextOf('What was shown') : null))),
    );
    gateway.fake.say(Trail, ({ id }, key) => {
      if (id !== ID || !mayRead(key)) throw refuse('not_found', `No crumb ${id} in this workspace.`);
      return { trail_id: ID, nodes: [node(0), node(1)], beyond: 0, hidden: 3 };
    });
    gateway.fake.say(ListTrails, (_, key) => ({ trails: mayRead(key) ? [entry] : [], position: 9 }));
    gateway.fake.say(List, (_, key) => ({ crumbs: mayRead(key) ? [contextOf('What was shown')] : [], position: 9 }));
  });
  afterEach(() => gateway.fake.forget());
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway.stop();
  });

  test.each([undefined, 'auto'] as const)(
    'are the newest trails and contexts, and those with an ID (negotiating %s)',
    async (mode) => {
      const client = await connect('operator-key', mode);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'crumbtrail://trails/{id}',
        'crumbtrail://contexts/{id}',
      ]);
      const { resources } = await client.listResources();
      expect(resources).toMatchObject([
        { uri: `crumbtrail://trails/${ID}`, title: 'hello' },
        { uri: `crumbtrail://contexts/${ID}`, title: 'What bot saw' },
      ]);
      expect(gateway.fake.of(ListTrails)[0]).toMatchObject({
        key: 'operator-key',
        request: { woken: true, limit: 20 },
      });
      expect(gateway.fake.of(List)[0]?.request).toEqual({ schema: 'agent.context.v1', limit: 20 });
      const [trail] = await texts(client, resources[0]?.uri ?? '');
      expect(JSON.parse(trail ?? '')).toEqual({
        trail_id: ID,
        left_out: 0,
        nodes: [node(0), node(1)],
        tree: [{ id: ID, children: [{ id: node(1).id, children: [] }] }],
      });
      const [text, account] = await texts(client, resources[1]?.uri ?? '');
      expect(text).toBe('What was shown');
      expect(JSON.parse(account ?? '')).toMatchObject({ agent: 'bot', kept: 1, left_out: 0, items: [{ id: OTHER }] });
    },
  );

  test.each(['reader-key', 'foreign-key'])(
    'that %s may not read are not listed, and give the error of an ID that does not exist',
    async (key) => {
      const client = await connect(key);
      expect((await client.listResources()).resources).toEqual([]);
      for (const kind of ['trails', 'contexts']) {
        const hidden = await failure(client, `crumbtrail://${kind}/${ID}`);
        expect(hidden).toEqual(await failure(client, `crumbtrail://${kind}/${UNKNOWN}`));
        expect(hidden).toEqual(await failure(client, `crumbtrail://${kind}/no-id`));
        expect(hidden.message).toContain('There is no trail or context at URI.');
      }
    },
  );

  test('with other addresses do not exist', async () => {
    const client = await connect('operator-key');
    for (const uri of [`crumbtrail://keys/${ID}`, `crumbtrail://trails/${ID}/more`, 'file:///etc/passwd'])
      expect(await failure(client, uri)).toMatchObject({ message: expect.stringContaining('There is no trail') });
  });

  test('are bounded, and say what is left out', async () => {
    const scores = Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`feature_${n}_of_the_text`, n / 7]));
    const large = Array.from({ length: 256 }, () => ({ ...item, scores, reason: 'x'.repeat(200) }));
    gateway.fake.say(Read, ({ refs }) =>
      found(refs.map(({ id }) => (id === ID ? contextOf('x'.repeat(200_007), large) : null))),
    );
    gateway.fake.say(Trail, () => ({
      trail_id: ID,
      nodes: Array.from({ length: 2_000 }, (_, n) => node(n)),
      beyond: 5,
    }));
    const client = await connect('operator-key');
    const [trail = ''] = await texts(client, `crumbtrail://trails/${ID}`);
    const [text = '', account = ''] = await texts(client, `crumbtrail://contexts/${ID}`);
    for (const one of [trail, account]) expect(one.length).toBeLessThan(200_000);
    const { nodes, left_out } = JSON.parse(trail) as { nodes: TrailNode[]; left_out: number };
    expect([nodes.length + left_out, nodes[0]?.id]).toEqual([2_005, ID]);
    const { items, left_out: others } = JSON.parse(account) as { items: object[]; left_out: number };
    expect([items.length > 0, others > 0, items.length + others]).toEqual([true, true, 256]);
    expect(text).toMatch(/^x{200000}\n\[7 further characters are left out; explain_context returns them\]$/);
  });

  test('do not reveal internal errors', async () => {
    const secret = (): never => {
      throw refuse('internal', 'SELECT secrets');
    };
    gateway.fake.say(Trail, secret);
    gateway.fake.say(List, secret);
    const client = await connect('operator-key');
    const { message } = await failure(client, `crumbtrail://trails/${ID}`);
    expect(message).toMatch(/^(?!.*secrets).*internal: The request failed/);
    await expect(client.listResources()).rejects.toThrow(/^(?!.*secrets).*internal: The request failed/);
  });
});
