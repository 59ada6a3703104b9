import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { Bus } from '../src/request-reply/bus';
import type { BusOptions } from '../src/connection/connect-to-nats';
import { NatsProcess } from '../src/nats-server/nats-process';
import { natsServerConfig, type NatsServerOptions, type NatsUser } from '../src/nats-server/nats-config';

// libs/testing depends on this lib, so its own specs cannot use libs/testing: Nx and tsc forbid the cycle.

const users: readonly NatsUser[] = [...SERVICES, 'weather'].map((user) => ({
  user,
  password: `secret "of" ${user}`,
  durables: [user, `${user}-gone`, `${user}-replays`],
}));
const silent = createLogger('spec', 'silent');

/** A real nats-server with the generated config, in its own folder. */
export class Broker {
  private readonly buses: Bus[] = [];

  private constructor(
    readonly server: NatsProcess,
    private readonly folder: string,
  ) {}

  static async start(more: Partial<NatsServerOptions> = {}): Promise<Broker> {
    const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-bus-'));
    const options = { host: '127.0.0.1', storeDir: join(folder, 'data'), syncAlways: false, users, ...more };
    const server = new NatsProcess({ folder, config: (port) => natsServerConfig({ ...options, port }) });
    await server.start();
    return new Broker(server, folder);
  }

  async bus(service: string, more: Partial<Pick<BusOptions, 'reader' | 'direct' | 'user'>> = {}): Promise<Bus> {
    const { user = service } = more;
    const password = `secret "of" ${user}`;
    const bus = await Bus.connect({ servers: this.server.url, logger: silent, ...more, user, password, service });
    this.buses.push(bus);
    return bus;
  }

  async stop(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.drain()));
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Waits until `fn` succeeds: returns its first result that is neither false nor null nor a throw. */
export async function eventually<T>(fn: () => T | Promise<T>, withinMs = 5_000): Promise<NonNullable<T>> {
  for (const until = performance.now() + withinMs; ; await pause(10)) {
    const late = performance.now() > until;
    try {
      const value = await fn();
      if (value !== false && value !== null && value !== undefined) return value;
      if (late) throw new Error(`still ${String(value)}`);
    } catch (error) {
      if (late) throw error;
    }
  }
}
