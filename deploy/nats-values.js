// Prints values of the Helm chart nats/nats: one user for each service, which may publish and subscribe to what its work needs and to
// nothing else. Passwords come from the Secret that the services read. Usage: node deploy/nats-values.js [--secret NAME] SERVICE...
'use strict';

const { parseArgs } = require('node:util');
const { natsUserPermissions } = require('@crumbtrail/bus');

const { values, positionals: services } = parseArgs({
  allowPositionals: true,
  options: { secret: { type: 'string', default: 'crumbtrail-nats' } },
});
if (services.length === 0) throw new Error('usage: node deploy/nats-values.js [--secret NAME] SERVICE...');

const variableOf = (service) => `${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

// The chart removes the quotes around << >>, so that nats-server reads the variable.
const users = natsUserPermissions(services).map((one) => ({ ...one, password: `<< $${variableOf(one.user)} >>` }));
const env = services.map((service) => [
  variableOf(service),
  { valueFrom: { secretKeyRef: { name: values.secret, key: service } } },
]);
const chart = { config: { merge: { authorization: { users } } }, container: { env: Object.fromEntries(env) } };
console.log(JSON.stringify(chart, null, 2));
