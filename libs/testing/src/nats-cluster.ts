import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@crumbtrail/contracts';
import { type BusOptions, NatsProcess, natsServerConfig } from '@crumbtrail/bus';
import { freePort } from '@crumbtrail/setup';

interface ClusterMember {
  readonly name: string;
  readonly folder: string;
  readonly server: NatsProcess;
}

/** A cluster of nats-servers with Crumbtrail's users, in one temporary folder. A server that was killed keeps its ports and its data. */
export class NatsCluster {
  private constructor(
    private readonly folder: string,
    private readonly members: readonly ClusterMember[],
  ) {}

  /** Resolves when every server accepts clients; JetStream elects its leader some seconds later. */
  static async start(count = 3): Promise<NatsCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'crumbtrail-cluster-'));
    const names = Array.from({ length: count }, (_, n) => `n${n + 1}`);
    const ports: number[] = [];
    for (const _ of names) ports.push(await freePort());
    const routes = ports.map((port) => `127.0.0.1:${port}`);
    const users = SERVICES.map((user) => ({ user, password: `${user}-password` }));
    const members = names.map((name, n) => {
      const home = join(folder, name);
      const cluster = { serverName: name, name: 'crumbtrail', port: ports[n] as number, routes };
      const options = { host: '127.0.0.1', storeDir: join(home, 'data'), syncAlways: false, users, cluster };
      const config = (port: number): string => natsServerConfig({ ...options, port });
      return { name, folder: home, server: new NatsProcess({ folder: home, config }) };
    });
    await Promise.all(members.map(({ server }) => server.start()));
    return new NatsCluster(folder, members);
  }

  get names(): readonly string[] {
    return this.members.map(({ name }) => name);
  }

  /** The URLs of all servers, separated by commas. */
  get urls(): string {
    return this.members.map(({ server }) => server.url).join(',');
  }

  /** What a service connects with. */
  as(service: string): BusOptions {
    return { servers: this.urls, service, user: service, password: `${service}-password` };
  }

  /** Ends one server by SIGKILL. */
  kill(name: string): Promise<void> {
    return this.member(name).server.kill();
  }

  /** Starts a server that was killed. */
  start(name: string): Promise<void> {
    return this.member(name).server.start();
  }

  /** Removes the data of a server that was killed. */
  async wipe(name: string): Promise<void> {
    await rm(join(this.member(name).folder, 'data'), { recursive: true, force: true });
  }

  /** Ends every server and removes their folders. */
  async stop(): Promise<void> {
    await Promise.all(this.members.map(({ server }) => server.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private member(name: string): ClusterMember {
    const found = this.members.find((one) => one.name === name);
    if (!found) throw new Error(`The cluster has ${this.names.join(', ')}, and no server ${name}.`);
    return found;
  }
}
