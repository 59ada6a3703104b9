/** The setting AGENTS_NATS: where the private nats-server listens for other agents and their callers. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { passwordFile } = require('./home.js');
const { root } = require('../paths.js');
const { ActionableError } = require('../terminal/output.js');

const grants = () => require(join(root, 'libs/bus/dist/nats-server/agents-grants.js'));

/** `127.0.0.1:4222` as host and port; undefined where agents of this stack are not to be reached over NATS. */
function agentsAddress({ AGENTS_NATS: text = '' }) {
  if (text === '') return undefined;
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  if (host === undefined || number < 1 || number > 65_535)
    throw new ActionableError(`AGENTS_NATS is ${text}; give an address and a port, such as 127.0.0.1:4222.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

/** The users of agents on the private nats-server, besides those of services. */
function agentsUsers(home) {
  const { agentsGrants } = grants();
  const user = ([name, allowed]) => ({
    user: name,
    password: readFileSync(passwordFile(home, name), 'utf8'),
    grants: allowed,
  });
  return Object.entries(agentsGrants).map(user);
}

/** The services that meet agents of others on NATS, each as a user of its own: the gateway publishes agents, the executor prompts others. */
const meetingAs = () => {
  const { AGENTS_USER, PROMPTS_USER } = grants();
  return { gateway: AGENTS_USER, 'agent-executor': PROMPTS_USER };
};

/** What a service is told about where agents meet. Empty where they do not, and for services that do not meet them. */
function agentsEnv(service, { home, natsUrl, meetsAgents }) {
  const user = meetsAgents ? meetingAs()[service] : undefined;
  if (user === undefined) return {};
  return {
    AGENTS_NATS_URL: natsUrl,
    AGENTS_NATS_USER: user,
    AGENTS_NATS_PASSWORD_FILE: passwordFile(home, user),
  };
}

/** What `npm start` prints about it. */
function agentsLines(stack, env) {
  const address = agentsAddress(env);
  if (!address || env.NATS_URL) return [];
  const { GUESTS_USER } = grants();
  return [
    `Agents       nats://${env.AGENTS_NATS}, user ${GUESTS_USER}, password in ${passwordFile(stack.home, GUESTS_USER)}`,
  ];
}

module.exports = { agentsAddress, agentsEnv, agentsLines, agentsUsers };
