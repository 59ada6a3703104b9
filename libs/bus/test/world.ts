import {
  Controller,
  type DynamicModule,
  Inject,
  type INestMicroservice,
  Injectable,
  Module,
  type PipeTransform,
  UseGuards,
  UsePipes,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Crumb, type CrumbEvent, UserMessage } from '@crumbtrail/contracts';
import { createLogger, NestLogger } from '@crumbtrail/platform';
import { type Bus } from '../src/request-reply/bus';
import { CrumbStore } from '../src/store-client/crumb-store';
import { OnCrumb } from '../src/subscription/on-crumb';
import { JetStreamStrategy } from '../src/jetstream-strategy';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const silent = new NestLogger(createLogger('spec', 'silent'));

type Message = Crumb<typeof UserMessage>;

/** The behaviour of the handlers of one app, and what they received. */
@Injectable()
export class Script {
  readonly seen: { content: string; event: CrumbEvent }[] = [];
  readonly events: CrumbEvent[] = [];
  running = 0;
  atOnce = 0;
  act: (message: Message, event: CrumbEvent) => Promise<void> | void = () => undefined;
}

class Censor implements PipeTransform {
  transform(value: unknown): unknown {
    const crumb = value as Message;
    return crumb.context?.content === 'rude' ? { ...crumb, context: { content: '****' } } : crumb;
  }
}
const forbidGuarded = {
  canActivate: (host: { getArgByIndex(at: number): unknown }) =>
    (host.getArgByIndex(0) as Message).context?.content !== 'guarded',
};

@Controller()
class OnUserMessage {
  constructor(@Inject(Script) private readonly script: Script) {}

  @OnCrumb(UserMessage)
  @UseGuards(forbidGuarded)
  @UsePipes(Censor)
  async handle(message: Message, event: CrumbEvent): Promise<void> {
    const { script } = this;
    script.running += 1;
    script.atOnce = Math.max(script.atOnce, script.running);
    try {
      script.seen.push({ content: message.context.content, event });
      await script.act(message, event);
    } finally {
      script.running -= 1;
    }
  }
}

@Controller()
class OnEvery {
  constructor(@Inject(Script) private readonly script: Script) {}

  @OnCrumb('*', { kinds: ['erased', 'expired'], suffix: 'gone', slots: 1 })
  async handle(event: CrumbEvent): Promise<void> {
    this.script.events.push(event);
  }
}

@Module({})
class App {
  static of(script: Script): DynamicModule {
    return { module: App, controllers: [OnUserMessage, OnEvery], providers: [{ provide: Script, useValue: script }] };
  }
}

/** How the service of a spec subscribes. */
export interface Listening {
  readonly ackWaitMs?: number;
  readonly slots?: number;
}

/** A broker, a store and one service named weather, whose handlers follow the script. */
export class World {
  script = new Script();
  bus!: Bus;
  app!: INestMicroservice;
  strategy!: JetStreamStrategy;

  private constructor(
    readonly broker: Broker,
    readonly store: FakeStore,
  ) {}

  static async begin(): Promise<World> {
    const broker = await Broker.start();
    const store = new FakeStore(await broker.bus('breadcrumb-store'));
    await store.open();
    const world = new World(broker, store);
    await world.listen();
    return world;
  }

  /** Starts another process of the service. */
  async listen(more: Listening = {}): Promise<void> {
    this.bus = await this.broker.bus('weather');
    this.strategy = new JetStreamStrategy({
      bus: this.bus,
      store: new CrumbStore(this.bus),
      maxDeliveries: 3,
      ...more,
    });
    const options = { strategy: this.strategy, logger: silent, abortOnError: false };
    this.app = await NestFactory.createMicroservice(App.of(this.script), options);
    await this.app.listen();
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.broker.stop();
  }

  get contents(): string[] {
    return this.script.seen.map((one) => one.content);
  }

  /** Waits until all messages of the service's durable are acknowledged. */
  async acknowledged(): Promise<void> {
    await eventually(async () => {
      const durable = (await this.store.stream.durables()).find((one) => one.name === 'weather');
      return durable !== undefined && durable.pending === 0 && durable.unacknowledged === 0;
    });
  }
}
