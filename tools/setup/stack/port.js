/** Ports: the configured one, whether it is free, and any free one. */
const { randomInt } = require('node:crypto');
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
async function requireFree(host, port, other = `PORT=${port === 7070 ? 7071 : 7070}`) {
  try {
    await listen(host, port);
  } catch (error) {
    const reason = reasons[error.code] ?? `cannot be opened (${error.code}): choose another with`;
    throw new ActionableError(`Port ${port} on ${host} ${reason} ${other}.`);
  }
}

/**
 * Free ports are chosen below the range that systems give to outgoing connections (from 32768 on Linux, from 49152 on macOS): a port
 * from that range may be taken by some connection before the process that it was chosen for listens on it.
 */
const LOWEST = 20_000;
const HIGHEST = 32_767;
const MOST_TRIES = 100;

/** A port that nothing listens on, on any address of this machine. */
async function freePort() {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    try {
      return await listen('0.0.0.0', port);
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
  }
  throw new ActionableError(
    `No free port was found among ${MOST_TRIES} from ${LOWEST} to ${HIGHEST}: end what listens there.`,
  );
}

module.exports = { wantedPort, requireFree, freePort };
