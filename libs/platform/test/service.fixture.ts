import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { z } from 'zod';
import { asHandler, crashPoint, Health, readEnv, runService, serviceEnv, TRANSPORT_STRATEGY } from '../src/index';

// A service without a broker: it prints on stdout what happens to it.
const say = (text: string): void => void process.stdout.write(`${JSON.stringify({ said: text })}\n`);

/** In this process, where the service is started again. */
let starts = 0;

class Road extends Server implements CustomTransportStrategy {
  private readonly busy = setInterval(() => crashPoint('fixture.tick'), 10);

  constructor(private readonly mood: string) {
    super();
  }
  listen(callback: (error?: unknown) => void): void {
    if (this.mood === 'late' && (starts += 1) <= 2) return callback(new Error('the port is taken'));
    callback(this.mood === 'no-road' ? new Error('the database is locked') : undefined);
  }
  close(): Promise<void> {
    clearInterval(this.busy);
    say('drained');
    if (this.mood === 'slow') return new Promise((resolve) => setTimeout(resolve, 200));
    return this.mood === 'stuck' ? new Promise(() => undefined) : Promise.resolve();
  }
  on(): never {
    throw new Error('nothing to hear');
  }
  unwrap(): never {
    throw new Error('nothing inside');
  }
}

function holdLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function sweepSlowly(ms: number): void {
  holdLoop(ms);
}

const kept: string[][] = [];
function leak(): void {
  kept.push(Array.from({ length: 100_000 }, (_, nth) => `${nth}`));
  setImmediate(leak);
}

@Module({})
class App implements OnApplicationShutdown {
  onApplicationShutdown(): void {
    say('closed');
  }
}

void runService('fixture', (environment) => {
  const env = readEnv(serviceEnv.extend({ MOOD: z.string(), PIECE: z.coerce.number().optional() }), environment);
  const fatal = {
    provide: 'fatal',
    inject: [Health],
    useFactory: (health: Health) => {
      const error = new Error('the disk is full');
      if (env.MOOD === 'fatal') setTimeout(() => health.fail(error), 200);
      const hold = (): void => asHandler('work.do', () => holdLoop(10_000));
      if (env.MOOD === 'holding') setTimeout(hold, 1_000);
      if (env.MOOD === 'holding-timer') setTimeout(() => sweepSlowly(1_500), 1_000);
      if (env.MOOD === 'leaking') setTimeout(leak, 1_000);
      if (env.MOOD === 'ticking') setInterval(() => say('tick'), 20);
      if (env.MOOD === 'wrong-memory') setTimeout(() => health.failProcess(error), 200);
    },
  };
  const module = { module: App, providers: [{ provide: TRANSPORT_STRATEGY, useValue: new Road(env.MOOD) }, fatal] };
  return { module, config: { healthPort: env.HEALTH_PORT, logLevel: env.LOG_LEVEL } };
});
