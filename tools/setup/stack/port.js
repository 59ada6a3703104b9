/** Ports: the configured one, whether it is free, and any free one. */
const { createServer } = require('node:net');
const { ActionableError } = require('../terminal/output.js');

/** The port that PORT asks for, 7070 when it is not set. */
function wantedPort(text) {
  const port = Number(text || 7070);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new ActionableError(`PORT is ${text}, which is not a port: set it to a number from 1 to 65535.`);
}

function listen(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}

const reasons = {
  EADDRINUSE: 'is in use: stop what uses it, or choose another with',
  EACCES: 'may not be opened by this user: choose one above 1023 with',
};

/** Resolves when `host:port` can be opened; otherwise one sentence. */
async function requireFree(host, port) {
  try {
    await listen(host, port);
  } catch (error) {
    const reason = reasons[error.code] ?? `cannot be opened (${error.code}): choose another with`;
    throw new ActionableError(`Port ${port} on ${host} ${reason} PORT=${port === 7070 ? 7071 : 7070}.`);
  }
}

module.exports = { wantedPort, requireFree, freePort: () => listen('127.0.0.1', 0) };
