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

/** What a service that meets other agents is told. Empty where there are none. */
function agentsEnv(home, natsUrl, isOn) {
  if (!isOn) return {};
  const { AGENTS_USER } = grants();
  return {
    AGENTS_NATS_URL: natsUrl,
    AGENTS_NATS_USER: AGENTS_USER,
    AGENTS_NATS_PASSWORD_FILE: passwordFile(home, AGENTS_USER),
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
