#!/bin/sh
# aedes 1.2.0 with aedes-persistence 11.0.0 (the store in memory it uses by default) and the client mqtt 5.16.0: of two or more messages of QoS 2 that wait for a client with a
# lasting session (clean: false), the first never arrives, neither now nor at a later connection. MQTT 3.1.1, sections 4.3.3 and 4.4: QoS 2 is delivered exactly once, and what a
# session has not acknowledged is sent again when it is taken up. The client answers each PUBLISH with a PUBREC; the broker puts its PUBREL in the place of the message in its
# store, and takes the second PUBREC for that same place, so that the first message is never released. With more than a few, the last one comes a second time. One message alone
# and QoS 1 are right.
# Seen: QoS 2, five messages: m1 to m4 at the first connection, m4 again at the second, m0 never; one message: m0; QoS 1: m0 to m4 once.
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
const connect = async (options) => {
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.address().port}`, { reconnectPeriod: 0, ...options });
  const seen = [];
  client.on('message', (_, payload) => seen.push(payload.toString()));
  await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
  return { client, seen };
};
const { client: publisher } = await connect();
const tried = [];
for (const [qos, count] of [[2, 5], [2, 1], [1, 5]]) {
  const topic = `crumbs/${qos}/${count}`;
  const session = { clientId: `reader-${qos}-${count}`, clean: false };
  const first = await connect(session);
  await first.client.subscribeAsync(topic, { qos: 2 });
  await first.client.endAsync();
  for (let at = 0; at < count; at += 1) await publisher.publishAsync(topic, `m${at}`, { qos });
  const connections = [];
  for (let again = 0; again < 3; again += 1) {
    const { client, seen } = await connect(session);
    await wait(1_000);
    connections.push(seen.join(' '));
    await client.endAsync();
  }
  tried.push(connections.join(' | '));
  console.log(`aedes 1.2.0: QoS ${qos}, ${count} message(s) while away; seen at three connections: ${connections.map((seen) => seen || 'none').join(' | ')}`);
}
await publisher.endAsync();
await new Promise((resolve) => broker.close(resolve));
server.close();
const expected = ['m1 m2 m3 m4 | m4 | ', 'm0 |  | ', 'm0 m1 m2 m3 m4 |  | '];
process.exit(tried.every((seen, at) => seen === expected[at]) ? 0 : 1);
JS
node run.mjs
