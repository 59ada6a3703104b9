const { createServer } = require('node:net');
const { once } = require('node:events');
const { freePort } = require('./port.js');

test('a free port is none that the system gives to outgoing connections, and can be listened on at once', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, '0.0.0.0');
  await once(server, 'listening');
  server.close();
});
