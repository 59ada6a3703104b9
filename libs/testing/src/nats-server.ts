import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@crumbtrail/contracts';
import { type BusOptions, NatsProcess, natsServerConfig, type NatsUser } from '@crumbtrail/bus';

/** A private broker with Crumbtrail's users; every password is `<user>-password`. */
export interface TestNats {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** What a service connects with. */
  as(service: string): BusOptions & { readonly user: string; readonly password: string };
  /** Ends it in order (or kills it) and starts it again on the same port with the same data. */
  restart(how?: 'stop' | 'kill'): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** How a broker for tests differs from the usual one. */
export interface TestNatsOptions {
  /** Users beside the services. */
  readonly more?: readonly NatsUser[];
  readonly syncAlways?: boolean;
  /** The most bytes of all streams, asked at each start. Default: most of the free disk. */
  readonly maxStoreBytes?: () => number | undefined;
}

/** Starts a broker on a free port of the loopback, its data in a temporary folder. */
export async function natsServer({
  more = [],
  syncAlways = false,
  maxStoreBytes = () => undefined,
}: TestNatsOptions = {}): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-nats-'));
  const users = [...SERVICES.map((user) => ({ user, password: `${user}-password` })), ...more];
  const storeDir = join(folder, 'data');
  const options = { host: '127.0.0.1', storeDir, syncAlways, users };
  const config = (port: number): string => natsServerConfig({ ...options, port, maxStoreBytes: maxStoreBytes() });
  const server = new NatsProcess({ folder, config });
  await server.start();
  return {
    url: server.url,
    port: server.port,
    folder,
    as: (service) => ({ servers: server.url, service, user: service, password: `${service}-password` }),
    start: () => server.start(),
    kill: () => server.kill(),
    restart: async (how = 'stop') => {
      await server[how]();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
