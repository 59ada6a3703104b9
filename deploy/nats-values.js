// Prints values of the Helm chart nats/nats: one user for each service, which may publish and subscribe to what its work needs and to
// nothing else. Passwords come from the Secret that the services read.
// Usage: node deploy/nats-values.js [--secret NAME] [--agents] [--events WORKSPACE] SERVICE...
// With --agents there are three more users: two of Crumbtrail and one of others, who meet there (docs/guides/agents-on-nats.md).
// With --events there is one more, who reads the events of that workspace (docs/guides/events-on-nats.md).
'use strict';

const { parseArgs } = require('node:util');
const { agentsGrants, EVENT_READER_USER, eventReaderGrants, natsUserPermissions } = require('@crumbtrail/bus');

const { values, positionals: services } = parseArgs({
  allowPositionals: true,
  options: {
    secret: { type: 'string', default: 'crumbtrail-nats' },
    agents: { type: 'boolean', default: false },
    events: { type: 'string' },
  },
});
if (services.length === 0)
  throw new Error('usage: node deploy/nats-values.js [--secret NAME] [--agents] [--events WORKSPACE] SERVICE...');

const variableOf = (service) => `${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

// The chart removes the quotes around << >>, so that nats-server reads the variable.
const rule = (allow, deny) => (deny ? { allow, deny } : { allow });
const others = {
  ...(values.agents && agentsGrants),
  ...(values.events && { [EVENT_READER_USER]: eventReaderGrants(values.events) }),
};
const meeting = Object.entries(others).map(([user, { publish, subscribe, denied }]) => ({
  user,
  permissions: { publish: rule(publish, denied?.publish), subscribe: rule(subscribe, denied?.subscribe) },
}));
const known = [...natsUserPermissions(services), ...meeting];
const users = known.map((one) => ({ ...one, password: `<< $${variableOf(one.user)} >>` }));
const env = known.map(({ user: service }) => [
  variableOf(service),
  { valueFrom: { secretKeyRef: { name: values.secret, key: service } } },
]);
const chart = { config: { merge: { authorization: { users } } }, container: { env: Object.fromEntries(env) } };
console.log(JSON.stringify(chart, null, 2));
