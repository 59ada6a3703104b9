// The store of the baseline, in its own process: runs the given statements and publishes an event, without any logic.
const { connect, JSONCodec } = require('nats');
const { openRaw } = require('./raw-database.js');

const codec = JSONCodec();

async function main([servers, place]) {
  const raw = await openRaw(JSON.parse(place));
  const nats = await connect({ servers });
  const jetstream = nats.jetstream();
  const run = async ({ statements }) => {
    for (const { text, params } of statements) await raw.query(text, params);
  };
  const answer = async (message) => {
    const { units, event } = codec.decode(message.data);
    for (const unit of units) await run(unit);
    if (event) await jetstream.publish(`floor.${event}`, codec.encode({ event }));
    message.respond(codec.encode({ ok: true }));
  };
  nats.subscribe('ask', {
    callback: (error, message) =>
      answer(error ? Promise.reject(error) : message).catch((thrown) => {
        console.error(thrown);
        process.exit(1);
      }),
  });
  process.on(
    'SIGTERM',
    () =>
      void nats
        .drain()
        .then(() => raw.close())
        .then(() => process.exit(0)),
  );
  process.send('ready');
}

void main(process.argv.slice(2));
