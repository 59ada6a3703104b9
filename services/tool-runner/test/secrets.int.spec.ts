import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { fetchForProgram } from '../src/sandbox/fetch-for-program';
import type { UsableSecret } from '../src/sandbox/secret-lookup';

const VALUE = 's3cret';
const secret: UsableSecret = { value: VALUE, hosts: ['*.example.org'], tools: ['weather', 'my_*'] };

describe('a secret in a header of a request', () => {
  let server: Server;
  let ca: string;
  const received: IncomingHttpHeaders[] = [];
  let isRedirect = false;

  beforeAll(async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'api.example.org' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'api.example.org' }] },
      ],
    });
    ca = cert;
    server = createServer({ cert, key }, ({ headers }, response) => {
      received.push(headers);
      if (isRedirect) response.writeHead(302, { location: 'https://api.example.org/elsewhere' });
      response.end('sunny');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    received.length = 0;
    isRedirect = false;
  });
  afterAll(() => server.close());

  /** Sends one request of the tool; returns its answer or why it was refused, and the log of the run. */
  async function send(tool: string, url: string, { known = secret }: { readonly known?: UsableSecret } = {}) {
    const port = (server.address() as AddressInfo).port;
    const logs: string[] = [];
    const fetch = fetchForProgram(
      { name: tool, hosts: ['*.example.org', 'example.net'], secrets: ['KEY'] },
      { hosts: ['*'], ports: [80, 443, port], isAllowedAddress: () => true, resolve: async () => ['127.0.0.1'], ca },
      { workspace: 'default', secretOf: async () => known, tell: (line) => void logs.push(line) },
    );
    const request = { method: 'GET', url: url.replace('PORT', `${port}`), headers: { 'x-key': 'Key {{secret KEY}}' } };
    const sent = fetch(request as Parameters<typeof fetch>[0], new AbortController().signal);
    const answer = await sent.then(({ text }) => text).catch(({ message }: Error) => message);
    return { answer, logs };
  }

  test('arrives at its host, and the log of the run says so without its value', async () => {
    const { answer, logs } = await send('weather', 'https://api.example.org:PORT/');
    expect([answer, received[0]?.['x-key']]).toEqual(['sunny', `Key ${VALUE}`]);
    expect(logs).toEqual([expect.stringMatching(/^sends the secret KEY to api\.example\.org:\d+$/)]);
  });

  test.each([
    ['a tool that it is not for', 'other', 'https://api.example.org:PORT/', /the tool other is not among those/],
    ['a host that it is not for', 'weather', 'https://example.net:PORT/', /KEY may not be sent to example\.net/],
    ['a connection that is not encrypted', 'my_tool', 'http://api.example.org/', /KEY is sent by https only/],
    ['no whole address', 'weather', '/relative', /KEY is sent to whole addresses only/],
  ])('is refused to %s, and nothing is sent', async (_, tool, url, reason) => {
    const { answer, logs } = await send(tool, url);
    expect(answer).toMatch(reason);
    expect([received, logs]).toEqual([[], []]);
  });

  test('follows no redirect', async () => {
    isRedirect = true;
    expect((await send('weather', 'https://api.example.org:PORT/')).answer).toMatch(/redirects/);
    expect(received).toHaveLength(1);
  });
});
