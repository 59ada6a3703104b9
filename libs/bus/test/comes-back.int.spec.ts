import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import { type Crumb, UserMessage } from '@crumbtrail/contracts';
import { createLogger, NestLogger } from '@crumbtrail/platform';
import { CrumbStore } from '../src/crumb-store';
import { Hears } from '../src/hears';
import { JetStreamStrategy } from '../src/strategy';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

@Injectable()
class Seen {
  readonly contents: string[] = [];
}

@Controller()
class OnUserMessage {
  constructor(@Inject(Seen) private readonly seen: Seen) {}

  @Hears(UserMessage)
  async handle(message: Crumb<typeof UserMessage>): Promise<void> {
    this.seen.contents.push(message.context.content);
  }
}

@Module({ controllers: [OnUserMessage], providers: [Seen] })
class App {}

describe('a station goes on by itself', () => {
  let broker: Broker;
  let store: FakeStore;
  let strategy: JetStreamStrategy;
  let app: INestMicroservice;
  let seen: Seen;

  beforeEach(async () => {
    broker = await Broker.start();
    store = new FakeStore(await broker.bus('breadcrumb-store'));
    await store.open();
    const bus = await broker.bus('weather');
    strategy = new JetStreamStrategy({ bus, store: new CrumbStore(bus) });
    const logger = new NestLogger(createLogger('spec', 'silent'));
    app = await NestFactory.createMicroservice(App, { strategy, logger, abortOnError: false });
    await app.listen();
    seen = app.get(Seen);
    await store.say('first');
    await eventually(() => seen.contents.length === 1);
  }, 20_000);
  afterEach(async () => {
    await app.close();
    await broker.stop();
  }, 20_000);

  const hears = async (content: string): Promise<void> => {
    await eventually(() => store.say(content).then(() => true), 15_000);
    await eventually(() => seen.contents.includes(content), 15_000);
  };

  it('when its durable is deleted under it', async () => {
    await store.stream.deleteDurable('weather');
    await eventually(() => store.subscriptions.length >= 2, 15_000);
    await hears('second');
  }, 40_000);

  it('when the whole stream is deleted under it', async () => {
    await store.stream.remove();
    await eventually(() => store.subscriptions.length >= 2, 15_000);
    await hears('second');
  }, 40_000);

  it('when the broker restarts in order', async () => {
    await broker.server.stop();
    await broker.server.start();
    await hears('second');
    expect(strategy.deaf()).toEqual([]);
  }, 40_000);

  it('when the broker is killed', async () => {
    await broker.server.kill();
    await broker.server.start();
    await hears('second');
  }, 40_000);
});
