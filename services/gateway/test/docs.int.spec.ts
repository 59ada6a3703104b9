import { fillPath } from '@crumbtrail/contracts/http/define-route';
import { routes } from '@crumbtrail/contracts/http/routes';
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

const declared = routes.map(({ method, path }) => `${method} ${fillPath(path, (name) => `{${name}}`)}`);

describe('OpenAPI', () => {
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

  test('lists exactly the declared routes', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual([...declared].sort());
  });

  test('no two routes have the same name', () => {
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });

  test('every route requires a key and lists its replies and errors', () => {
    for (const [name, { responses, security }] of operations()) {
      const statuses = Object.keys(responses);
      expect([name, security]).toEqual([name, [{ bearer: [] }]]);
      expect([name, statuses.some((status) => status.startsWith('2'))]).toEqual([name, true]);
      expect([name, statuses.includes('401')]).toEqual([name, true]);
      for (const [status, { content }] of Object.entries(responses))
        expect([name, status, content !== undefined]).toEqual([name, status, status !== '204']);
    }
  });

  test('every route that takes a body gives its schema', () => {
    const bodies = operations().filter(
      ([name]) =>
        /^(POST|PUT|PATCH)/.test(name) &&
        !/\/(replay|retry|stop|vacuum|tasks\/\{task\}:(?:cancel|subscribe)|console\/codes|console\/sessions|webhooks\/{name}\/test)$/.test(
          name,
        ),
    );
    for (const [name, { requestBody }] of bodies)
      expect([name, requestBody?.content['application/json']?.schema]).toEqual([name, expect.anything()]);
  });

  test('every $ref can be resolved', () => {
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

  test('GET /v1/schemas/:name replies with the JSON Schema of a published payload to any key', async () => {
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

  test('/docs is a page whose scripts are served by the gateway', async () => {
    const page = await gateway.fetch('/docs', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const script = await gateway.fetch('/docs/swagger-ui-init.js');
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('/v1/breadcrumbs')]);
  });
});
