import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPublicFetch } from './public-fetch';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: '/' }).end();
    else response.end('inside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

test.each([
  ['an address', () => `http://127.0.0.1:${port}/`, '127.0.0.1 is not a public address'],
  ['an address of IPv6', () => `http://[::1]:${port}/`, '::1 is not a public address'],
  ['an address that is written as a number', () => `http://2130706433:${port}/`, '127.0.0.1 is not a public address'],
  ['a name', () => `http://localhost:${port}/`, 'localhost has the address'],
  ['the address of cloud metadata', () => 'http://169.254.169.254/latest', '169.254.169.254 is not a public address'],
])('%s inside the network is not connected to', async (_, url, reason) => {
  await expect(
    createPublicFetch()(url()).catch((error: unknown) => Promise.reject(new Error(reasonOf(error)))),
  ).rejects.toThrow(reason);
});

test('an allowed address answers, and does not lead elsewhere', async () => {
  const fetchAny = createPublicFetch(() => true);
  expect(await (await fetchAny(`http://localhost:${port}/`)).text()).toBe('inside');
  await expect(fetchAny(`http://127.0.0.1:${port}/away`)).rejects.toThrow();
  expect(await fetchAny(`http://127.0.0.1:${port}/away`, { redirect: 'manual' })).toMatchObject({ status: 302 });
});
