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
import { type Crumb, type CrumbEvent, refuse, UserMessage } from '@crumbtrail/contracts';
import { createLogger, NestLogger, PermanentError, TransientError } from '@crumbtrail/platform';
import { type Bus, connectionOf } from '../src/bus';
import { CrumbStore } from '../src/crumb-store';
import { Hears } from '../src/hears';
import { JetStreamStrategy } from '../src/strategy';
import { Broker, eventually } from './broker';
import { FakeStore } from './fake-store';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const silent = new NestLogger(createLogger('spec', 'silent'));

type Message = Crumb<typeof UserMessage>;

/** What the handlers of one app do and what they saw. */
@Injectable()
class Script {
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

  @Hears(UserMessage)
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

  @Hears('*', { kinds: ['erased', 'expired'], suffix: 'gone' })
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

describe('a handler', () => {
  let broker: Broker;
  let store: FakeStore;
  let stationBus: Bus;
  let script: Script;
  let app: INestMicroservice;

  async function listen(more: { ackWaitMs?: number; maxDeliveries?: number } = {}): Promise<INestMicroservice> {
    stationBus = await broker.bus('weather');
    const strategy = new JetStreamStrategy({
      bus: stationBus,
      store: new CrumbStore(stationBus),
      maxDeliveries: 3,
      ...more,
    });
    const made = await NestFactory.createMicroservice(App.of(script), {
      strategy,
      logger: silent,
      abortOnError: false,
    });
    await made.listen();
    return made;
  }

  beforeEach(async () => {
    broker = await Broker.start();
    store = new FakeStore(await broker.bus('breadcrumb-store'));
    await store.open();
    script = new Script();
    app = await listen();
  }, 20_000);
  afterEach(async () => {
    await app.close();
    await broker.stop();
  }, 20_000);

  const contents = (): string[] => script.seen.map((one) => one.content);
  const acknowledged = (): Promise<true> =>
    eventually(async () => {
      const durable = (await store.stream.durables()).find((one) => one.name === 'weather');
      return durable !== undefined && durable.pending === 0 && durable.unacknowledged === 0;
    }) as Promise<true>;

  it('is given the crumb and its event, and returning acknowledges', async () => {
    const event = await store.say('hello');
    await eventually(() => script.seen.length === 1);
    expect(script.seen[0]).toEqual({ content: 'hello', event });
    await acknowledged();
    expect(store.subscriptions[0]).toEqual({
      durable: 'weather',
      filter: 'crumbs.*.created.user_message_v1.*',
      start: 'first',
      ack_wait_ms: 30_000,
    });
  });

  it('handles one message at a time', async () => {
    script.act = () => new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 20; i += 1) await store.say(`m${i}`);
    await eventually(() => script.seen.length === 20);
    expect(script.atOnce).toBe(1);
  });

  it('keeps the work of Nest: guards, pipes and what they throw', async () => {
    await store.say('rude');
    await store.say('guarded');
    await eventually(() => store.deadLetters.length === 1, 10_000);
    expect(contents()).toEqual(['****']);
    expect(store.deadLetters[0]?.draft.context['error']).toMatchObject({ message: 'Forbidden resource' });
  });

  it('with * hears bare events, and only of the kinds it named', async () => {
    await store.announce(store.event({ kind: 'expired' }));
    await store.say('not for it');
    await store.announce(store.event({ kind: 'erased', schema_name: 'agent.def.v1' }));
    await eventually(() => script.events.length === 2);
    expect(script.events.map((event) => event.kind)).toEqual(['expired', 'erased']);
  });

  it('skips a crumb that was erased in the meantime', async () => {
    const event = store.event();
    store.crumbs.set(event.id, { erased: true });
    await store.announce(event);
    await store.say('after');
    await eventually(() => script.seen.length === 1);
    await acknowledged();
    expect(contents()).toEqual(['after']);
  });

  it('tries again after an error that passes', async () => {
    script.act = () => {
      if (script.seen.length < 3) throw new TransientError('The model is busy.');
    };
    await store.say('again');
    await eventually(() => script.seen.length === 3, 10_000);
    await acknowledged();
    expect(store.deadLetters).toEqual([]);
  });

  it('leaves a dead letter for a permanent error, and goes on with its neighbours', async () => {
    script.act = (message) => {
      if (message.context.content === 'poison') throw new PermanentError('It can never be read.');
    };
    await store.say('before');
    const event = await store.say('poison', { workspace: 'acme' });
    await store.say('after');
    await eventually(() => script.seen.length === 3);
    await acknowledged();
    expect(contents()).toEqual(['before', 'poison', 'after']);
    expect(store.deadLetters).toEqual([
      {
        workspace: 'acme',
        draft: {
          schema_name: 'dead.letter.v1',
          cause: { id: event.id, version: 1 },
          context: {
            station: 'weather',
            durable: 'weather',
            event: {
              position: event.position,
              id: event.id,
              version: 1,
              schema_name: 'user.message.v1',
              kind: 'created',
            },
            deliveries: 1,
            error: { name: 'PermanentError', message: 'It can never be read.' },
            generation: 0,
          },
        },
      },
    ]);
  });

  it('leaves a dead letter after the last delivery of an error nobody foresaw', async () => {
    script.act = () => {
      throw new RangeError('out of bounds');
    };
    await store.say('bug');
    await eventually(() => store.deadLetters.length === 1, 10_000);
    await acknowledged();
    expect(contents()).toEqual(['bug', 'bug', 'bug']);
    expect(store.deadLetters[0]?.draft.context).toMatchObject({
      deliveries: 3,
      error: { name: 'RangeError', message: 'out of bounds' },
    });
  });

  it('loses nothing when not even the dead letter can be left: the message comes back', async () => {
    script.act = () => {
      throw new PermanentError('never');
    };
    store.down = refuse('unavailable', 'The database is away.');
    await store.say('poison');
    await eventually(() => script.seen.length >= 2, 10_000);
    expect(store.deadLetters).toEqual([]);
    store.down = null;
    await eventually(() => store.deadLetters.length === 1, 10_000);
    await acknowledged();
  }, 20_000);

  it('leaves the dead letter without its cause when the store does not know that any more', async () => {
    script.act = () => {
      throw new PermanentError('never');
    };
    store.down = refuse('not_found', 'No such cause.');
    await store.say('poison');
    await eventually(() => script.seen.length >= 1);
    store.down = null;
    await eventually(() => store.deadLetters.length === 1, 10_000);
  }, 20_000);

  it('leaves a dead letter for a crumb that breaks its contract, and for a body that is no event', async () => {
    await store.say('', { context: { content: 7 } });
    await eventually(() => store.deadLetters.length === 1, 10_000);
    expect(JSON.stringify(store.deadLetters[0]?.draft.context['error'])).toContain('/content must be string');
    await store.announce({ ...store.event(), hop: 'no number' as unknown as number });
    const ofGarbage = await eventually(() =>
      store.deadLetters.slice(1).find(({ draft }) => draft.context['durable'] === 'weather'),
    );
    expect(ofGarbage.draft.context).toMatchObject({
      event: { position: 2 },
      error: { message: 'The message is no crumb event: /hop must be integer.' },
    });
    await acknowledged();
    expect(script.seen).toEqual([]);
  });

  it('carries the trace of its event into all that it commits', async () => {
    const crumbs = new CrumbStore(stationBus);
    script.act = async (_message, event) => void (await crumbs.in(event.workspace).commit({ writes: [] }));
    await store.say('traced', { traceparent: TRACEPARENT });
    await eventually(() => store.commits.length === 1);
    expect(store.commits[0]).toMatchObject({ request: { traceparent: TRACEPARENT }, traceparent: TRACEPARENT });
  });

  it('keeps its lease while it runs longer than the broker waits', async () => {
    await app.close();
    app = await listen({ ackWaitMs: 300 });
    let release = (): void => undefined;
    script.act = () => new Promise<void>((resolve) => (release = resolve));
    const spoken = performance.now();
    await store.say('slow');
    await eventually(() => script.seen.length === 1);
    await eventually(() => performance.now() - spoken > 1_200);
    release();
    await acknowledged();
    expect(contents()).toEqual(['slow']);
  }, 20_000);

  it('is given again what it did not end when its process died', async () => {
    await app.close();
    app = await listen({ ackWaitMs: 300 });
    let release = (): void => undefined;
    script.act = () => new Promise<void>((resolve) => (release = resolve));
    await store.say('orphan');
    await eventually(() => script.seen.length === 1);
    // Its connection goes without a word, as when a process is killed.
    await connectionOf(stationBus).close();
    const dead = app;
    script = new Script();
    app = await listen({ ackWaitMs: 300 });
    await eventually(() => script.seen.length === 1, 10_000);
    await acknowledged();
    release();
    await dead.close();
  }, 20_000);

  it('closes only after the running handler has ended, and takes nothing more', async () => {
    let release = (): void => undefined;
    script.act = () => new Promise<void>((resolve) => (release = resolve));
    await store.say('running');
    await store.say('waiting');
    await eventually(() => script.seen.length === 1);
    let closed = false;
    const closing = app.close().then(() => (closed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toBe(false);
    release();
    await closing;
    const [durable] = (await store.stream.durables()).filter((one) => one.name === 'weather');
    expect(durable).toMatchObject({ pending: 1, unacknowledged: 0 });
    expect(contents()).toEqual(['running']);
  });
});
