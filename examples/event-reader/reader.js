'use strict';
// Prints the events of a workspace: `NATS_PASSWORD=… node reader.js`. It needs the package `nats`, and nothing of Crumbtrail.
const { connect } = require('nats');

const { NATS_URL = 'nats://127.0.0.1:4222', NATS_PASSWORD, WORKSPACE = 'default' } = process.env;

async function read() {
  const connection = await connect({
    servers: NATS_URL,
    user: 'event-reader',
    pass: NATS_PASSWORD,
    maxReconnectAttempts: -1,
  });
  let last = 0;
  const watch = async () => {
    for await (const { type } of connection.status())
      if (type === 'reconnect') console.error(`connected again; for what came meanwhile: /v1/events?cursor=@${last}`);
  };
  void watch();
  const events = connection.subscribe(`crumbs.${WORKSPACE}.>`);
  await connection.flush();
  console.error(`reads crumbs.${WORKSPACE}.>`);
  for await (const message of events) {
    const event = message.json();
    // NATS may bring an event twice. Positions only grow.
    if (event.position <= last) continue;
    last = event.position;
    console.log(JSON.stringify(event));
  }
}

read().catch((error) => {
  console.error(`The events cannot be read from ${NATS_URL}: ${error.message}`);
  process.exitCode = 1;
});
