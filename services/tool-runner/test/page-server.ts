import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageReaderOptions } from '../src/web/page-reader';

const servers: Server[] = [];

/** Serves on a loopback address until the test ends; returns the port. */
export function serve(listener: RequestListener, { host = '127.0.0.1', port = 0 } = {}): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) => server.listen(port, host, () => resolve((server.address() as AddressInfo).port)));
}

/** Stops all servers of the test. */
export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

afterEach(closeServers);

/** What a reader of these tests may reach: the loopback address 127.0.0.1 and the port of the test's server. */
export const onLoopback = (port: number, options: Partial<PageReaderOptions> = {}): PageReaderOptions => ({
  hosts: ['*'],
  ports: [port],
  isAllowedAddress: (address) => address === '127.0.0.1',
  resolve: async () => ['127.0.0.1'],
  ...options,
});

/** Answers with a page. */
export const html =
  (body: string): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'text/html').end(body);
