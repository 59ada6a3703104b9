import { List, Read } from '@crumbtrail/contracts';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type GatewayUnderTest, startGateway } from './gateway';

const COOKIE = 'c'.repeat(43);
const PROOF = 'p'.repeat(43);

/** One path in other spellings. Those of the first list are the path itself for the router, the others are paths that nobody serves. */
const served = (path: string): string[] => [path, `${path}/`, `${path}?a=/V1/`, `${path}?`, `http://127.0.0.1${path}`];
const notServed = (path: string): string[] => [
  path.toUpperCase(),
  path.replace('/v1', '/V1'),
  path.replace(/\/(\w)(\w*)$/, (_, first: string, rest: string) => `/${first.toUpperCase()}${rest}`),
  `/${path}`,
  path.replace('/v1/', '/v1//'),
  path.replace('/v1', '/%761'),
  path.replace('/v1', '/%56%31'),
  path.replace('/v1/', '/v1%2f'),
  path.replace('/v1/', '/v1%5c'),
  path.replace('/v1', '/./v1'),
  path.replace('/v1', '/%2e/v1'),
  path.replace('/v1', '/x/../v1'),
  path.replace('/v1', '/docs/..%2fv1'),
  path.replace('/v1', '/docs/%2e%2e/v1'),
  path.replace('/v1', '/assets/..%2fv1'),
  path.replace('/v1', '/v1;a=b'),
  path.replace('/v1', '/v1.'),
  `${path}%20`,
  `${path}%00`,
  `${path};a=b`,
  `${path}.json`,
];
const PATHS = ['/v1/breadcrumbs', '/v1/models', '/v1/chat/completions', '/v1/embeddings', '/v1/keys'];

describe('a path in any spelling', () => {
  let gateway: GatewayUnderTest;
  let port: number;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { requestsPerSecond: 0, mebibytesPerMinute: 0, wrongKeysPerMinute: 0 } });
    port = Number(new URL(gateway.url).port);
  });
  beforeEach(() => {
    gateway.fake.forget();
    gateway.fake.say(List, () => ({ crumbs: [], position: 1, now: '2026-01-01T00:00:00.000Z' }) as never);
    gateway.fake.say(Read, () => ({ crumbs: [], position: 1, now: '2026-01-01T00:00:00.000Z' }) as never);
  });
  afterAll(() => gateway.stop());

  /** Sends a request line as it stands: `fetch` would tidy the path. */
  async function raw(line: string, headers: readonly string[] = []): Promise<{ status: number; head: string }> {
    const socket = connect(port, '127.0.0.1');
    socket.write([`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers, '', ''].join('\r\n'));
    const answer = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), head: answer.split('\r\n\r\n')[0] as string };
  }

  const heard = () => gateway.fake.heard.length;
  const allSpellings = PATHS.flatMap((path) => [...served(path), ...notServed(path)]);
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

  test('is never answered without a key, by any method', async () => {
    const answered: string[] = [];
    for (const path of allSpellings)
      for (const method of methods) {
        const { status } = await raw(`${method} ${path}`);
        if (![400, 401, 404].includes(status)) answered.push(`${method} ${path}: ${status}`);
      }
    expect([answered, heard()]).toEqual([[], 0]);
  });

  test('without a key has none of its body read: a length of 7 MiB is refused before it is sent', async () => {
    const refused: unknown[] = [];
    for (const path of [...allSpellings, '/', '/docs', '/metrics', '/MCP', '/mcp', '/assets/x.js']) {
      const { status } = await raw(`POST ${path}`, ['Content-Type: application/json', `Content-Length: ${7 << 20}`]);
      if (![401, 404].includes(status)) refused.push([path, status]);
    }
    expect(refused).toEqual([]);
  });

  test('is not routed if it is not the path itself', async () => {
    const key = ['Authorization: Bearer operator-key'];
    const routed: unknown[] = [];
    for (const path of PATHS.flatMap(notServed)) {
      const { status } = await raw(`GET ${path}`, key);
      if (status !== 404 && status !== 400) routed.push([path, status]);
    }
    expect([routed, heard()]).toEqual([[], 0]);
  });

  test('never brings the sign-in of the console to the OpenAI protocol', async () => {
    const session = [`Cookie: crumbtrail_${port}=${COOKIE}`, `Crumbtrail-Console: ${PROOF}`, 'Content-Length: 0'];
    const taken: unknown[] = [];
    for (const path of ['/v1/models', '/v1/chat/completions', '/v1/responses'].flatMap((one) => [
      ...served(one),
      ...notServed(one),
    ]))
      for (const method of ['GET', 'POST']) {
        const { status } = await raw(`${method} ${path}`, session);
        if (![403, 404].includes(status)) taken.push([method, path, status]);
      }
    expect([taken, heard()]).toEqual([[], 0]);
  });

  test('is never kept by a cache', async () => {
    for (const path of [...allSpellings, '/healthz', '/readyz', '/nothing']) {
      const { head } = await raw(`GET ${path}`, ['Authorization: Bearer operator-key']);
      expect([path, /^cache-control: no-store$/im.test(head) || / 400 /.test(head)]).toEqual([path, true]);
    }
  });

  test.each(['get', 'Get', 'post'])('with a method in other letter case is refused as no HTTP: %s', async (method) => {
    expect((await raw(`${method} /v1/breadcrumbs`)).status).toBe(400);
  });

  test.each(['/Mcp', '/MCP/', '//mcp', '/mcp%2f', '/%6dcp', '/mcp;a=b', '/./mcp', '/docs/../mcp'])(
    'is not the MCP server: %s',
    async (path) => {
      expect((await raw(`POST ${path}`, ['Authorization: Bearer operator-key', 'Content-Length: 0'])).status).toBe(404);
    },
  );

  test.each([
    '/DOCS',
    '/Docs-json',
    '/ICON.svg',
    '/Assets/x.js',
    '/assets/..%2f..%2fpackage.json',
    '/Metrics',
    '/HEALTHZ',
  ])('is no page or file of the gateway: %s', async (path) => {
    expect((await raw(`GET ${path}`)).status).toBe(404);
  });
});

describe('the limits of requests', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.stop());

  test('count every spelling that is routed, and what is not routed asks no service about its key', async () => {
    gateway = await startGateway({ limits: { requestsPerSecond: 0, mebibytesPerMinute: 0, wrongKeysPerMinute: 1 } });
    const status = async (path: string) =>
      (await gateway.fetch(path, { headers: { authorization: 'Bearer wrong' } })).status;
    expect(await status('/V1/models')).toBe(404);
    expect(gateway.fake.heard).toEqual([]);
    expect(await status('/v1/models/')).toBe(401);
    for (const path of ['/v1/models', '/v1/models/', '/v1/models?x', '/v1/breadcrumbs'])
      expect(await status(path)).toBe(429);
    expect(await status('/V1/models')).toBe(404);
  });
});
