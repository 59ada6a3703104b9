/** The setting AGENTS_NATS: where the private nats-server listens for other agents and their callers. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { passwordFile } = require('./home.js');
const { readAddress } = require('./nats-address.js');
const { root } = require('../paths.js');

const grants = () => require(join(root, 'libs/bus/dist/nats-server/agents-grants.js'));

/** Do other agents reach this stack over its private nats-server? */
const meetsAgents = (env) => readAddress(env, 'AGENTS_NATS') !== undefined;

/** The users of agents on the private nats-server, besides those of services; none where the setting is off. */
function agentsUsers(home, env) {
  if (!meetsAgents(env)) return [];
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
  if (!meetsAgents(env) || env.NATS_URL) return [];
  const { GUESTS_USER } = grants();
  return [
    `Agents       nats://${env.AGENTS_NATS}, user ${GUESTS_USER}, password in ${passwordFile(stack.home, GUESTS_USER)}`,
  ];
}

module.exports = { agentsEnv, agentsLines, agentsUsers, meetsAgents };
