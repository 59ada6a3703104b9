// Writes the broker's configuration from a file of passwords: one user for each, who may publish and subscribe to what the service
// of that name needs, and to nothing else. docker-compose.yml runs it before the broker starts.
'use strict';

const { readFileSync, writeFileSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const { agentsGrants, EVENT_READER_USER, eventReaderGrants, natsServerConfig } = require('@crumbtrail/bus');

const [passwords, target] = process.argv.slice(2);
if (!target) throw new Error('usage: node deploy/nats-config.js PASSWORDS TARGET');

/** WEATHER_DESK_PASSWORD is the password of the service `weather-desk`. */
const nameOf = (variable) =>
  variable
    .replace(/_PASSWORD$/, '')
    .toLowerCase()
    .replaceAll('_', '-');

/** What the users of deploy/compose.agents.yml and deploy/compose.events.yml may do. */
const grantsOfOthers = {
  ...agentsGrants,
  [EVENT_READER_USER]: eventReaderGrants(process.env.EVENTS_NATS_WORKSPACE || 'default'),
};

/** Every other user is a service. */
const userOf = (variable) => {
  const user = nameOf(variable);
  return { user, password: { verbatim: `$${variable}` }, grants: grantsOfOthers[user] };
};

const variables = Array.from(
  readFileSync(passwords, 'utf8').matchAll(/^(\w+_PASSWORD):/gm),
  ([, variable]) => variable,
);
const config = natsServerConfig({
  host: '0.0.0.0',
  port: 4222,
  storeDir: '/data',
  syncAlways: true,
  monitorPort: 8222,
  users: variables.map(userOf),
});
// nats-server reads the path of an include from the folder of the file that includes.
writeFileSync(target, `include ${relative(dirname(target), passwords)}\n${config}`);
console.log(`${target} has ${variables.length} users`);
