import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { closeConnections } from './close-connections';

test('close connections: a closing server waits only for responses in progress', async () => {
  const closing = new AbortController();
  const waiting: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/slow') waiting.push(response);
    else response.end('quick');
  });
  closeConnections(server, closing.signal);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (words: string): Promise<Socket> =>
    new Promise((resolve) => {
      const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => resolve(socket));
      if (words) socket.write(words);
    });
  const ended = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('close', () => resolve(text));
    });
  const silent = await open('');
  const quick = await open('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => quick.once('data', resolve));
  const slow = await open('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  while (waiting.length === 0) await new Promise(setImmediate);
  const ends = [silent, quick, slow].map(ended);
  closing.abort();
  const closed = new Promise((resolve) => server.close(resolve));
  await Promise.all(ends.slice(0, 2));
  waiting[0]?.end('at last');
  expect(await ends[2]).toContain('at last');
  await closed;
});
