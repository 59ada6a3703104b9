import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch } from '../src/mcp/bounded-fetch';

const servers: Server[] = [];

function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
}

afterEach(() => servers.splice(0).forEach((server) => server.close()));

const secret = { method: 'POST', body: '{}', headers: { 'x-api-key': 's3cret' } };

describe('the fetch for MCP servers', () => {
  it('follows redirects within its origin and sends the whole request again', async () => {
    const received: unknown[] = [];
    const origin = await serve(({ url, method, headers }, response) => {
      received.push([url, method, headers['x-api-key']]);
      if (url === '/mcp') response.writeHead(308, { location: '/mcp/' }).end();
      else response.end('here');
    });
    expect(await (await boundedFetch(`${origin}/mcp`, secret)).text()).toBe('here');
    expect(received).toEqual([
      ['/mcp', 'POST', 's3cret'],
      ['/mcp/', 'POST', 's3cret'],
    ]);
  });

  it('follows no redirect to another origin', async () => {
    let received = 0;
    const other = await serve((_request, response) => ((received += 1), response.end()));
    const origin = await serve((_request, response) => response.writeHead(307, { location: `${other}/x` }).end());
    await expect(boundedFetch(origin, secret)).rejects.toThrow(`The server redirects to ${other}`);
    expect(received).toBe(0);
  });
});
