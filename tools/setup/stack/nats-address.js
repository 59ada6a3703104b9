/** The address at which programs outside of this stack reach its private nats-server, from the settings AGENTS_NATS and EVENTS_NATS. */
const { ActionableError } = require('../terminal/output.js');

/** `127.0.0.1:4222` as host and port; undefined where the variable is not set. */
function readAddress(env, variable) {
  const text = env[variable] ?? '';
  if (text === '') return undefined;
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (host === undefined || number < 1 || number > 65_535)
    throw new ActionableError(`${variable} is ${text}; give an address and a port, such as 127.0.0.1:4222.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

/** Where the private nats-server listens for others: undefined without either setting. Throws where both are set and differ. */
function outsideAddress(env) {
  const found = ['AGENTS_NATS', 'EVENTS_NATS'].flatMap((variable) => {
    const address = readAddress(env, variable);
    return address ? [{ ...address, variable }] : [];
  });
  const [first, second] = found;
  if (second && (first.host !== second.host || first.port !== second.port))
    throw new ActionableError(
      `AGENTS_NATS is ${env.AGENTS_NATS} and EVENTS_NATS is ${env.EVENTS_NATS}; give both the same address, because there is one nats-server.`,
    );
  return first;
}

module.exports = { outsideAddress, readAddress };
