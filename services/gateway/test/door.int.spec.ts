import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Commit, Events, List, Read, refuse, Turns } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

type Json = Record<string, never>;
const json = async (answer: Response): Promise<Json> => (await answer.json()) as Json;

describe('HTTP requests', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('a missing key and a wrong key are both 401, with what to send', async () => {
    for (const authorization of ['', 'Bearer wrong', 'Basic dXNlcg==', 'Bearer two words']) {
      const answer = await gateway.fetch(`/v1/breadcrumbs/${ID}`, { headers: { authorization } });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="crumbtrail"']);
    }
    expect(gateway.fake.heard).toEqual([]);
  });

  test('a body is not read before the key is checked', async () => {
    const answer = await gateway.fetch('/v1/breadcrumbs', {
      method: 'POST',
      body: 'x'.repeat(300_000),
      headers: { authorization: '' },
    });
    expect(answer.status).toBe(401);
  });

  test.each([
    ['the media type of a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{}', 'application/json; charset=latin1', 415],
    ['incomplete JSON', '{"a":', 'application/json', 400],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'application/json', 400],
    ['a list in place of an object', '[]', 'application/json', 422],
    ['300 KiB', JSON.stringify({ content: 'x'.repeat(300 * 1024) }), 'application/json', 413],
    ['a nesting depth of 80', '{"context":' + '['.repeat(80) + ']'.repeat(80) + '}', 'application/json', 422],
    ['U+0000', '{"context":{"content":"a\\u0000b"}}', 'application/json', 422],
    ['half a surrogate pair', '{"context":{"content":"a\\ud800b"}}', 'application/json', 422],
    ['a number beyond all bounds', '{"context":{"content":"a","n":1e400}}', 'application/json', 422],
    ['an integer of 20 digits', '{"context":{"n":12345678901234567890}}', 'application/json', 422],
    ['the same key twice', '{"context":{"content":"a","content":"b"}}', 'application/json', 422],
    ['__proto__', '{"context":{"__proto__":{"a":1}}}', 'application/json', 422],
  ])('a body with %s is rejected without a request to another service', async (_, body, type, status) => {
    const answer = await gateway.fetch('/v1/breadcrumbs', { method: 'POST', body, headers: { 'content-type': type } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await json(answer)).toMatchObject({ status, instance: '/v1/breadcrumbs' });
    expect(gateway.fake.heard).toEqual([]);
  });

  test.each([
    ['its Content-Length says so, before it is sent', 'Content-Length: 104857600\r\n\r\n{"a":1'],
    ['it has sent too much, before its end', `Transfer-Encoding: chunked\r\n\r\n50000\r\n${'x'.repeat(0x50000)}\r\n`],
  ])('a body that is too large is refused as soon as %s', async (_, sent) => {
    const { hostname, port } = new URL(gateway.url);
    const head = `POST /v1/breadcrumbs HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer operator-key\r\n`;
    const socket = connect(Number(port), hostname);
    try {
      socket.write(`${head}Content-Type: application/json\r\n${sent}`);
      const [reply] = (await once(socket, 'data')) as [Buffer];
      expect(reply.toString()).toMatch(/^HTTP\/1.1 413 /);
    } finally {
      socket.destroy();
    }
  });

  test('a compressed body is rejected', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await gateway.fetch('/v1/breadcrumbs', { method: 'POST', body: '{}', headers });
    expect([answer.status, gateway.fake.heard]).toEqual([415, []]);
  });

  test.each(['/metrics', '/readyz', '/', '/v1/events'])(
    '%s is not served for a foreign host (DNS rebinding)',
    async (path) => {
      const { hostname, port } = new URL(gateway.url);
      const asked = get({
        hostname,
        port,
        path,
        headers: { host: 'evil.example', authorization: 'Bearer operator-key' },
      });
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(403);
    },
  );

  test('a missing body is rejected', async () => {
    const answer = await gateway.fetch('/v1/breadcrumbs', { method: 'POST' });
    expect([answer.status, gateway.fake.heard]).toEqual([400, []]);
  });

  test('an unknown path is 404 and refers to the docs', async () => {
    expect(await json(await gateway.fetch('/v1/nothing'))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('/docs'),
    });
    expect((await gateway.fetch('/v1/breadcrumbs/%ff')).status).toBe(404);
  });

  test('overloaded and unavailable are 503 with Retry-After', async () => {
    gateway.fake.say(List, () => {
      throw refuse('overloaded', 'Too much.', { details: { retry_after_ms: 2_500 } });
    });
    const answer = await gateway.fetch('/v1/breadcrumbs');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
  });

  test('internal errors are not shown to the caller', async () => {
    const text = await (await gateway.fetch('/v1/breadcrumbs')).text();
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'internal' });
    expect(text).not.toMatch(/SELECT|at .*\.[jt]s/);
  });

  test('replies have security headers', async () => {
    const { headers } = await gateway.fetch('/healthz');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('/readyz names the services that are missing, and stays ready, so that a load balancer does not take reads away', async () => {
    expect((await gateway.fetch('/healthz')).status).toBe(200);
    expect(await json(await gateway.fetch('/readyz'))).toMatchObject({ status: 'ready' });
    gateway.fake.waiting = { conductor: 1, 'context-builder': 0, 'agent-executor': 1 };
    const answer = await gateway.fetch('/readyz');
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'degraded',
        checks: expect.objectContaining({
          nats: 'ok',
          stations: 'no service is subscribed as context-builder',
        }) as unknown,
      },
    ]);
    gateway.fake.waiting = { conductor: 1, 'context-builder': 1, 'agent-executor': 1 };
  });

  test('/readyz says degraded while committed events wait for the stream', async () => {
    gateway.fake.oldestUnrelayedMs = 24_952;
    const answer = await gateway.fetch('/readyz');
    gateway.fake.oldestUnrelayedMs = 0;
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringMatching(/"status":"degraded".*have waited 25 s for the stream/),
    ]);
    expect(await json(await gateway.fetch('/readyz'))).toMatchObject({ status: 'ready' });
  });

  test('metrics count requests by route, never by path', async () => {
    await gateway.fetch(`/v1/breadcrumbs/${OTHER}/history`);
    const text = await eventually(async () => {
      const metrics = await (await gateway.fetch('/metrics')).text();
      return metrics.includes('/v1/breadcrumbs/:id/history') && metrics;
    });
    expect(text).not.toContain(OTHER);
  });
});

test('shutdown: readers of streams are told to reconnect, and connections close', async () => {
  const gateway = await startGateway();
  gateway.fake.say(Events, () => ({ events: [], complete_through: '1' }));
  const answer = await gateway.fetch('/v1/events');
  await gateway.close();
  const text = await answer.text();
  expect(text).toContain('event: complete');
  expect(text.trimEnd().endsWith(': closing; come back\nretry: 1000')).toBe(true);
  await gateway.fake.stop();
});

test('shutdown: a request that waits for an answer gets 202 at once', async () => {
  const gateway = await startGateway();
  const { fake } = gateway;
  fake.say(Commit, () => ({ results: [{ id: ID, version: 1, position: 5, existed: false }] }));
  fake.say(Read, () => found([crumb()]));
  fake.say(Turns, () => ({ decided: false, turns: [] }));
  const asked = gateway.send('POST', '/v1/sessions/demo/messages', { content: 'hello', wait_ms: 300_000 });
  await eventually(() => fake.of(Turns).length > 0);
  await gateway.close();
  expect((await asked).status).toBe(202);
  await fake.stop();
});
