/** The baseline of a turn: the same requests, the same hops on bare JetStream, the same statements; no Crumbtrail. */
const { fork, spawn } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { freePort } = require('@crumbtrail/setup');
const { AckPolicy, connect, JSONCodec } = require('nats');

const codec = JSONCodec();
async function startNats(server, folder) {
  const port = await freePort();
  const child = spawn(server.file, ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', folder], { stdio: 'ignore' });
  const url = `nats://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const probe = await connect({ servers: url }).catch(() => null);
    if (probe) return { url, nats: probe, stop: () => child.kill() };
    await pause(50);
  }
  throw new Error('the floor’s nats-server did not start');
}

async function consumerOf(url, manager, event) {
  await manager.consumers.add('FLOOR', {
    durable_name: event,
    filter_subject: `floor.${event}`,
    ack_policy: AckPolicy.Explicit,
  });
  const nats = await connect({ servers: url });
  const consumer = await nats.jetstream().consumers.get('FLOOR', event);
  const messages = await consumer.consume({ max_messages: 1 });
  return { nats, heard: messages[Symbol.asyncIterator]() };
}

/** Sends one service's requests in turn, with the statements spread over them; the last request publishes the event. */
async function askAll(nats, { asks, event }, units) {
  const share = Math.ceil(units.length / asks);
  for (let i = 0; i < asks; i++) {
    const body = { units: units.slice(i * share, (i + 1) * share), ...(i === asks - 1 ? { event } : {}) };
    await nats.request('ask', codec.encode(body), { timeout: 20_000 });
  }
}

class FloorTurn {
  /** `hops`: { event, asks } for each hop; `between(event)` is awaited before a hop's requests are sent. */
  static async start({ server, folder, place, hops, between = () => undefined }) {
    const broker = await startNats(server, folder);
    const manager = await broker.nats.jetstreamManager();
    await manager.streams.add({ name: 'FLOOR', subjects: ['floor.>'] });
    const store = fork(join(__dirname, 'floor-store.js'), [broker.url, JSON.stringify(place)]);
    await once(store, 'message');
    store.once('exit', (code) => {
      if (code) throw new Error(`the floor's store ended with code ${code}; its error is printed above`);
    });
    const services = [];
    for (const { event } of hops.slice(0, -1)) services.push(await consumerOf(broker.url, manager, event));
    return Object.assign(new FloorTurn(), { broker, store, services, hops, between });
  }

  /** The milliseconds that one turn with these statements takes. */
  async turn(units) {
    const timed = units.filter((unit) => !unit.background);
    const total = this.hops.reduce((sum, { asks }) => sum + asks, 0);
    const ended = this.broker.nats.subscribe('floor.response', { max: 1 });
    const from = performance.now();
    let done = 0;
    for (const [i, hop] of this.hops.entries()) {
      const until = i === this.hops.length - 1 ? timed.length : Math.round(done + (timed.length * hop.asks) / total);
      const service = i === 0 ? undefined : this.services[i - 1];
      const nats = service ? service.nats : this.broker.nats;
      const woken = service ? (await service.heard.next()).value : undefined;
      await this.between(hop.event);
      await askAll(nats, hop, timed.slice(done, until));
      woken?.ack();
      done = until;
    }
    for await (const _ of ended) break;
    return performance.now() - from;
  }

  /** Runs the background statements of the turns, untimed. */
  async beside(units) {
    await askAll(this.broker.nats, { asks: 1 }, units);
  }

  async stop() {
    for (const { nats } of this.services) await nats.close();
    this.store.kill('SIGTERM');
    await once(this.store, 'exit');
    await this.broker.nats.close();
    this.broker.stop();
  }
}

module.exports = { FloorTurn };
