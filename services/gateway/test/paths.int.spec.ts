import { connect } from 'node:net';
import { type GatewayUnderTest, startGateway } from './gateway';

/** Ways to write a path of the API that some layer might take for it. */
const SPELLINGS: readonly (readonly [string, (path: string) => string])[] = [
  ['upper case', (path) => path.toUpperCase()],
  ['one letter in upper case', (path) => path.replace('/v1', '/V1')],
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes at the start', (path) => `/${path}`],
  ['two slashes inside', (path) => path.replace('/v1/', '/v1//')],
  ['an encoded letter', (path) => path.replace('/v1', '/%76%31')],
  ['an encoded slash', (path) => path.replace('/v1/', '/v1%2f')],
  ['a backslash', (path) => path.replace('/v1/', '/v1\\')],
  ['a dot segment', (path) => path.replace('/v1/', '/x/../v1/')],
  ['an encoded dot segment', (path) => path.replace('/v1/', '/x/%2e%2e/v1/')],
  ['a path parameter', (path) => path.replace('/v1/', '/v1;a=b/')],
  ['a query', (path) => `${path}?a=/`],
];

/** Sends a request exactly as written, which `fetch` would not, and resolves to its status and headers. */
function sendRaw(url: string, head: string, body = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += piece.toString();
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), text }));
    socket.write(`${head}\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n${body}`);
  });
}

describe('a path of the API in another spelling', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  test.each(SPELLINGS)('with %s never reads a body before a key is shown', async (_, spell) => {
    for (const target of [spell('/v1/breadcrumbs'), `${gateway.url}${spell('/v1/breadcrumbs')}`]) {
      const length = 'Content-Type: application/json\r\nContent-Length: 104857600\r\n\r\n{';
      const { status } = await sendRaw(gateway.url, `POST ${target} HTTP/1.1`, length);
      expect([401, 404]).toContain(status);
    }
    expect(gateway.fake.heard).toEqual([]);
  });

  test.each(SPELLINGS)(
    'with %s is no way for the sign-in of the console into the OpenAI protocol',
    async (_, spell) => {
      const half = 'a'.repeat(43);
      const { port } = new URL(gateway.url);
      const session = `Cookie: crumbtrail_${port}=${half}\r\nCrumbtrail-Console: ${half}\r\n\r\n`;
      const { status } = await sendRaw(gateway.url, `GET ${spell('/v1/models')} HTTP/1.1`, session);
      expect([401, 403, 404]).toContain(status);
      expect(gateway.fake.heard).toEqual([]);
    },
  );

  test.each(SPELLINGS)('with %s is answered as not to be stored, or is no path of the API', async (_, spell) => {
    const { status, text } = await sendRaw(
      gateway.url,
      `GET ${spell('/v1/models')} HTTP/1.1`,
      'Authorization: Bearer operator-key\r\n\r\n',
    );
    expect(status === 404 || /cache-control: no-store/i.test(text)).toBe(true);
  });

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s on an unknown spelling meets no route',
    async (method) => {
      for (const path of ['/V1/breadcrumbs', '/v1/Breadcrumbs', '/MCP', '/V1/chat/completions'])
        expect((await gateway.fetch(path, { method })).status).toBe(404);
    },
  );
});

describe('wrong keys', () => {
  it('are counted in every spelling of a path', async () => {
    const gateway = await startGateway({
      limits: { requestsPerSecond: 0, mebibytesPerMinute: 0, wrongKeysPerMinute: 5 },
    });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1)
        statuses.push(
          (await gateway.fetch(n % 2 ? '/V1/models' : '/v1/models', { headers: { authorization: 'Bearer wrong' } }))
            .status,
        );
      expect(statuses).toContain(429);
    } finally {
      await gateway.stop();
    }
  });
});
