/** The settings EVENTS_NATS and EVENTS_NATS_WORKSPACE: programs outside of Crumbtrail read the events of one workspace from the private nats-server. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { passwordFile } = require('./home.js');
const { readAddress } = require('./nats-address.js');
const { root } = require('../paths.js');

const bus = () => require(join(root, 'libs/bus/dist/nats-server/event-reader-grants.js'));

/** The workspace whose events are read. */
const workspaceOf = ({ EVENTS_NATS_WORKSPACE: workspace }) => workspace || 'default';

/** The user of such programs on the private nats-server; none where the setting is off. */
function eventUsers(home, env) {
  if (!readAddress(env, 'EVENTS_NATS')) return [];
  const { EVENT_READER_USER, eventReaderGrants } = bus();
  const password = readFileSync(passwordFile(home, EVENT_READER_USER), 'utf8');
  return [{ user: EVENT_READER_USER, password, grants: eventReaderGrants(workspaceOf(env)) }];
}

/** What `npm start` prints about it. */
function eventLines(stack, env) {
  const isOn = readAddress(env, 'EVENTS_NATS') && !env.NATS_URL;
  if (!isOn) return [];
  const { EVENT_READER_USER: user, eventReaderGrants } = bus();
  const [subject] = eventReaderGrants(workspaceOf(env)).subscribe;
  return [
    `Events       nats://${env.EVENTS_NATS}, subject ${subject}, user ${user}, password in ${passwordFile(stack.home, user)}`,
  ];
}

module.exports = { eventLines, eventUsers };
