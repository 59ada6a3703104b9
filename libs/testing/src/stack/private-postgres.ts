import { ensurePostgres } from '@crumbtrail/setup/postgres';
import { startPostgres, type PostgresServer, WITHOUT_DISK_SYNC } from '@crumbtrail/setup/postgres-server';
import { freshDatabase, type FreshDatabase } from './fresh-database';

/** A Postgres server of one spec, also where the other specs use embedded databases. */
export class PrivatePostgres {
  private constructor(private readonly server: PostgresServer) {}

  static async start(): Promise<PrivatePostgres> {
    return new PrivatePostgres(await startPostgres(ensurePostgres(), WITHOUT_DISK_SYNC));
  }

  /** Creates a database on it. */
  database(): Promise<FreshDatabase> {
    return freshDatabase(this.server.url);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
