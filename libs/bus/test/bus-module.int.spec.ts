import { Controller, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Ask, Preview } from '@crumbtrail/contracts';
import { createLogger, Health, NestLogger, STRATEGY } from '@crumbtrail/platform';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { AskContext } from '../src/asking';
import { Bus } from '../src/bus';
import { BusModule } from '../src/bus.module';
import { CrumbStore } from '../src/crumb-store';
import { Answers } from '../src/hears';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const preview = Preview as unknown as Ask<{ agent: string }, { agent: string; from: AskContext }>;

@Controller()
class OnPreview {
  constructor(@Inject(CrumbStore) private readonly store: CrumbStore) {}

  @Answers(preview)
  async handle(request: { agent: string }, from: AskContext): Promise<{ agent: string; from: AskContext }> {
    await this.store.in(from.workspace).read({ refs: [] });
    return { agent: request.agent, from };
  }
}

const logger = createLogger('spec', 'silent');
let broker: Broker;
beforeEach(async () => {
  broker = await Broker.start();
}, 20_000);
afterEach(() => broker.stop(), 20_000);

function app(password = 'secret "of" context-builder', more: object = {}) {
  const options = {
    servers: broker.server.url,
    user: 'context-builder',
    password,
    station: 'context-builder',
    logger,
    ...more,
  };
  @Module({ imports: [BusModule.forRoot(options)], controllers: [OnPreview], providers: [Health], exports: [Health] })
  class App {}
  return NestFactory.createMicroservice(App, {
    useFactory: (strategy: CustomTransportStrategy) => ({ strategy }),
    inject: [STRATEGY],
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}

it('gives a station its road: connected at boot, answering, drained at the end', async () => {
  await new FakeStore(await broker.bus('breadcrumb-store')).open();
  const station = await app();
  await station.listen();
  const gateway = await broker.bus('gateway');
  expect(await gateway.ask(preview, 'default', { agent: 'ann' }, { key: 'k' })).toEqual({
    agent: 'ann',
    from: { workspace: 'default', principal: 'gateway', key: 'k' },
  });
  const bus = station.get(Bus);
  await bus.ping();
  await station.close();
  await bus.closed();
  await expect(bus.ask(preview, 'default', { agent: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
});

it('waits at boot for a broker that is not there yet', async () => {
  await broker.server.stop();
  const starting = app();
  const again = broker.server.start();
  const station = await starting;
  await again;
  await station.get(Bus).ping();
  await station.close();
}, 20_000);

it('does not wait for ever, and says what to do', async () => {
  await broker.server.stop();
  await expect(app(undefined, { connectWithinMs: 100 })).rejects.toThrow(
    /NATS cannot be reached at .*: is it running, and is NATS_URL right/,
  );
  await broker.server.start();
}, 20_000);

it('does not try wrong credentials again', async () => {
  await expect(app('guess')).rejects.toThrow(/refuses the credentials of context-builder/);
});

it('finishes the answers that run before it closes', async () => {
  const store = new FakeStore(await broker.bus('breadcrumb-store'));
  await store.open();
  let release: (() => void) | null = null;
  const slow: Ask<object, object> = { name: 'context-builder.preview', station: 'context-builder', verb: 'preview' };
  const bus = await broker.bus('context-builder');
  await bus.answer(slow, () => new Promise((resolve) => (release = () => resolve({ done: true }))));
  const gateway = await broker.bus('gateway');
  const asked = gateway.ask(slow, 'default', {});
  const answer = await eventually<() => void>(() => release as () => void);
  const drained = bus.drain();
  answer();
  expect(await asked).toEqual({ done: true });
  await drained;
});
