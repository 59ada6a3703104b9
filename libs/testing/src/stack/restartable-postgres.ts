import { ensurePostgres } from '@crumbtrail/setup/postgres';
import { startPostgres, type PostgresServer, WITHOUT_DISK_SYNC } from '@crumbtrail/setup/postgres-server';
import { runSql } from './fresh-database';
import { TcpProxy } from './tcp-proxy';

/** A Postgres on loopback that can be killed and started again, or cut off from the network, at one address. */
export class RestartablePostgres {
  private constructor(
    private server: PostgresServer,
    private readonly proxy: TcpProxy,
  ) {}

  static async start(): Promise<RestartablePostgres> {
    const server = await startPostgres(ensurePostgres(), WITHOUT_DISK_SYNC);
    const postgres = new RestartablePostgres(server, await TcpProxy.start());
    postgres.connect();
    return postgres;
  }

  get url(): string {
    return Object.assign(new URL(this.server.url), { port: `${this.proxy.port}` }).href;
  }

  /** Ends the server at once, as after a power failure, and starts it on the same data; it recovers first. */
  async crash(): Promise<void> {
    this.disconnect();
    this.server = await this.server.crash();
    this.connect();
  }

  /** Ends the connections of all clients; the server goes on. */
  async endConnections(): Promise<void> {
    await runSql(
      this.server.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
    );
  }

  /** Cuts the network: every connection ends, and none can be made. */
  disconnect(): void {
    this.proxy.leadTo(null);
  }

  connect(): void {
    this.proxy.leadTo(Number(new URL(this.server.url).port));
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.server.stop();
  }
}
