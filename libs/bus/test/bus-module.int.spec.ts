import { Controller, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Operation, Preview } from '@crumbtrail/contracts';
import { createLogger, Health, NestLogger, TRANSPORT_STRATEGY } from '@crumbtrail/platform';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { RequestContext } from '../src/request-reply/request-options';
import { Bus } from '../src/request-reply/bus';
import { BusModule } from '../src/bus.module';
import { CrumbStore } from '../src/store-client/crumb-store';
import { Respond } from '../src/request-reply/respond';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const preview = Preview as unknown as Operation<{ agent: string }, { agent: string; from: RequestContext }>;

@Controller()
class OnPreview {
  constructor(@Inject(CrumbStore) private readonly store: CrumbStore) {}

  @Respond(preview)
  async handle(request: { agent: string }, from: RequestContext): Promise<{ agent: string; from: RequestContext }> {
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
    service: 'context-builder',
    logger,
    ...more,
  };
  @Module({ imports: [BusModule.forRoot(options)], controllers: [OnPreview], providers: [Health], exports: [Health] })
  class App {}
  return NestFactory.createMicroservice(App, {
    useFactory: (strategy: CustomTransportStrategy) => ({ strategy }),
    inject: [TRANSPORT_STRATEGY],
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}

it('BusModule: connects a service at boot, responds, and drains at shutdown', async () => {
  await new FakeStore(await broker.bus('breadcrumb-store')).open();
  const service = await app();
  await service.listen();
  const gateway = await broker.bus('gateway');
  expect(await gateway.request(preview, 'default', { agent: 'ann' }, { key: 'k' })).toEqual({
    agent: 'ann',
    from: { workspace: 'default', principal: 'gateway', key: 'k' },
  });
  const bus = service.get(Bus);
  await bus.ping();
  await service.close();
  await bus.closed();
  await expect(bus.request(preview, 'default', { agent: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
});

it('BusModule: waits at boot for a broker that is not up yet', async () => {
  await broker.server.stop();
  const starting = app();
  const again = broker.server.start();
  const service = await starting;
  await again;
  await service.get(Bus).ping();
  await service.close();
}, 20_000);

it('BusModule: stops waiting after its limit, with an error that states the remedy', async () => {
  await broker.server.stop();
  await expect(app(undefined, { connectWithinMs: 100 })).rejects.toThrow(
    /NATS cannot be reached at .*: is it running, and is NATS_URL right/,
  );
  await broker.server.start();
}, 20_000);

it('BusModule: does not retry wrong credentials', async () => {
  await expect(app('guess')).rejects.toThrow(/refuses the credentials of context-builder/);
});

it('Bus.drain: finishes running replies before it closes', async () => {
  const store = new FakeStore(await broker.bus('breadcrumb-store'));
  await store.open();
  let release: (() => void) | null = null;
  const slow = Preview as unknown as Operation<object, object>;
  const bus = await broker.bus('context-builder');
  await bus.respond(slow, () => new Promise((resolve) => (release = () => resolve({ done: true }))));
  const gateway = await broker.bus('gateway');
  const asked = gateway.request(slow, 'default', {});
  const answer = await eventually<() => void>(() => release as () => void);
  const drained = bus.drain();
  answer();
  expect(await asked).toEqual({ done: true });
  await drained;
});
