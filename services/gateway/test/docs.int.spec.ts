import { type GatewayUnderTest, startGateway } from './gateway';

type Schema = Record<string, unknown>;
interface Operation {
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly security?: unknown[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Schema> };
}

const table = [
  'POST /v1/breadcrumbs',
  'POST /v1/breadcrumbs/batch',
  'GET /v1/breadcrumbs',
  'GET /v1/breadcrumbs/{id}',
  'PATCH /v1/breadcrumbs/{id}',
  'DELETE /v1/breadcrumbs/{id}',
  'GET /v1/breadcrumbs/{id}/history',
  'GET /v1/schemas/{name}',
  'POST /v1/search',
  'GET /v1/events',
  'POST /v1/sessions/{session}/messages',
  'GET /v1/sessions/{session}/stream',
  'GET /v1/trails/{id}',
  'GET /v1/trails/{id}/export',
  'POST /v1/contexts/preview',
  'POST /v1/contexts',
  'GET /v1/contexts/diff',
  'GET /v1/contexts/{id}/explain',
  'POST /v1/contexts/{id}/replay',
  'POST /v1/contexts/{id}/replan',
  'POST /v1/contexts/{id}/what-if',
  'POST /v1/turns/{id}/response',
  'POST /v1/turns/{id}/claim',
  'POST /v1/turns/{id}/stop',
  'POST /v1/chat/completions',
  'GET /v1/models',
  'GET /v1/models/{id}',
  'GET /v1/breadcrumbs/{id}/influence',
  'GET /v1/breadcrumbs/{id}/turns',
  'POST /v1/keys',
  'GET /v1/keys',
  'DELETE /v1/keys/{id}',
  'POST /v1/workspaces',
  'GET /v1/workspaces',
  'GET /v1/whoami',
  'GET /v1/agents',
  'GET /v1/dead-letters',
  'POST /v1/dead-letters/{id}/replay',
  'POST /v1/tools/{name}/try',
  'GET /v1/status',
  'GET /v1/embeddings',
  'PUT /v1/embeddings',
];

describe('the documentation', () => {
  let gateway: GatewayUnderTest;
  let document: Document;
  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]): [string, Operation] => [`${method.toUpperCase()} ${path}`, one]),
    );

  beforeAll(async () => {
    gateway = await startGateway();
    document = (await (await gateway.fetch('/docs-json')).json()) as Document;
  });
  afterAll(() => gateway.stop());

  test('lists every row of the HTTP table, and nothing else', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...table].sort());
  });

  test('every row needs a key, says what it answers and how it refuses', () => {
    for (const [name, { responses, security }] of operations()) {
      const statuses = Object.keys(responses);
      expect([name, security]).toEqual([name, [{ bearer: [] }]]);
      expect([name, statuses.some((status) => status.startsWith('2'))]).toEqual([name, true]);
      expect([name, statuses.includes('401')]).toEqual([name, true]);
      for (const { content } of Object.values(responses)) expect(content).toBeDefined();
    }
  });

  test('every row that takes a body says its shape', () => {
    const bodies = operations().filter(([name]) => /^(POST|PUT|PATCH)/.test(name) && !/\/(replay|stop)$/.test(name));
    for (const [name, { requestBody }] of bodies)
      expect([name, requestBody?.content['application/json']?.schema]).toEqual([name, expect.anything()]);
  });

  test('every reference leads somewhere', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map((found) => found[1] as string);
    expect(refs.length).toBeGreaterThan(50);
    for (const ref of new Set(refs)) {
      const target = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (at as Schema | undefined)?.[part], document);
      expect([ref, target]).toEqual([ref, expect.anything()]);
    }
  });

  test('every published payload gives its JSON Schema by name, to whoever has a key', async () => {
    const answer = await gateway.fetch('/v1/schemas/agent.def.v1');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ title: 'AgentDefV1', required: ['agent', 'prompt', 'subscriptions'] }),
    ]);
    const none = await gateway.fetch('/v1/schemas/nothing.v1');
    expect([none.status, await none.json()]).toMatchObject([404, { detail: expect.stringContaining('nothing.v1') }]);
    const keyless = await gateway.fetch('/v1/schemas/agent.def.v1', { headers: { authorization: '' } });
    expect(keyless.status).toBe(401);
  });

  test('people get a page whose scripts come from here', async () => {
    const page = await gateway.fetch('/docs', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const script = await gateway.fetch('/docs/swagger-ui-init.js');
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('/v1/breadcrumbs')]);
  });
});
