#!/bin/sh
# aedes 1.2.0 (with mqtt 5.16.0): a filter with a wildcard matches other topics among the retained messages than among those that come live. MQTT 3.1.1, section 4.7.2: a filter
# that begins with a wildcard must not match topics that begin with $; section 4.7.1.3: + stands for one level, and that level may be empty (its own example: /finance is matched
# by +/+ and by /+). Both hold for messages that come after the subscription. For the retained ones that a subscriber is sent at first, neither does.
# Seen: # and +/+ give the retained $state/a, and never a live one; a/+/b and +/+ give the live a//b and /lead, and never the retained ones.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts aedes@1.2.0 aedes-persistence@11.0.0 mqtt@5.16.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';

setTimeout(() => process.exit(2), 60_000).unref();
const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const connect = async () => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.address().port}`, { reconnectPeriod: 0 });
  await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
  return client;
};
const topics = ['a/x/b', 'a//b', '/lead', '$state/a'];
const publisher = await connect();
for (const topic of topics) await publisher.publishAsync(topic, 'kept', { qos: 1, retain: true });
const tried = {};
for (const filter of ['#', '+/+', 'a/+/b', '$state/+']) {
  const client = await connect();
  const seen = { kept: [], live: [] };
  client.on('message', (topic, payload) => seen[payload.toString()].push(topic));
  await client.subscribeAsync(filter, { qos: 1 });
  await wait(700);
  for (const topic of topics) await publisher.publishAsync(topic, 'live', { qos: 1 });
  await wait(700);
  await client.endAsync();
  tried[filter] = `${seen.kept.sort().join(' ')} | ${seen.live.sort().join(' ')}`;
  console.log(`aedes 1.2.0: ${filter} matches ${seen.kept.join(' ') || 'nothing'} retained, ${seen.live.join(' ') || 'nothing'} live`);
}
await publisher.endAsync();
await new Promise((resolve) => broker.close(resolve));
server.close();
const expected = {
  '#': '$state/a /lead a//b a/x/b | /lead a//b a/x/b',
  '+/+': '$state/a | /lead',
  'a/+/b': 'a/x/b | a//b a/x/b',
  '$state/+': '$state/a | $state/a',
};
process.exit(Object.entries(expected).every(([filter, seen]) => tried[filter] === seen) ? 0 : 1);
JS
node run.mjs
