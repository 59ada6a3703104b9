import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import { DataSource } from 'typeorm';
import type { StoreConfig } from './config';
import { DATABASE, type Database } from './database/database';
import { openDatabase, type OpenDatabase } from './database/open-database';
import { Callers } from './identity/callers';
import { Keys } from './identity/keys';
import { Workspaces } from './identity/workspaces';
import { readHead } from './reading/head';
import { FirstStart, FirstStartOptions } from './start/first-start';
import { DuePoller } from './writer/due-poller';
import { Lease } from './writer/lease';
import { Writer } from './writer/writer';
import { writerMetrics } from './writer/writer-metrics';

const OPEN = Symbol('OpenDatabase');

/** Opens the database; a database that is locked or refuses the password fails the boot with one sentence. */
function open(config: StoreConfig, health: Health): Promise<OpenDatabase> {
  const { databaseUrl: url, home } = config;
  return openDatabase({ url, home, onDeath: (error) => health.fail(error) });
}

/** Waits until this store is the database's one writer. */
async function acquireLease(database: Database, logger: Logger, health: Health): Promise<Lease> {
  const lease = new Lease(
    database,
    (error) => health.fail(error),
    (error) => logger.warn({ err: error }, 'The writer lease could not be renewed; trying again.'),
  );
  await lease.acquire((writer) =>
    logger.info(`Another store is the writer (${writer}); this one waits for the lease.`),
  );
  health.require('database', async () => void (await readHead(database)));
  return lease;
}

const makeWriter = (database: Database, lease: Lease, health: Health): Writer =>
  new Writer(database, lease, writerMetrics(health.metrics));

/** The database, its writer lease and the writer, keys and workspaces. Everything else in the store builds on it. */
@Global()
@Module({})
export class RecordModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly lease: Lease,
    private readonly writer: Writer,
    private readonly duePoller: DuePoller,
  ) {}

  static forRoot(config: StoreConfig): DynamicModule {
    const providers = [
      { provide: DATABASE, useFactory: ({ database }: OpenDatabase) => database, inject: [OPEN] },
      { provide: DataSource, useFactory: ({ source }: OpenDatabase) => source, inject: [OPEN] },
      { provide: Lease, useFactory: acquireLease, inject: [DATABASE, LOGGER, Health] },
      { provide: Writer, useFactory: makeWriter, inject: [DATABASE, Lease, Health] },
      { provide: Keys, useFactory: (source: DataSource) => new Keys(source), inject: [DataSource] },
      { provide: Workspaces, useFactory: (source: DataSource) => new Workspaces(source), inject: [DataSource] },
      {
        provide: Callers,
        useFactory: (keys: Keys, all: Workspaces) => new Callers(keys, all),
        inject: [Keys, Workspaces],
      },
      {
        provide: DuePoller,
        useFactory: (db: Database, writer: Writer, logger: Logger) => new DuePoller(db, writer, logger),
        inject: [DATABASE, Writer, LOGGER],
      },
      { provide: FirstStartOptions, useValue: { keyFile: config.keyFile } satisfies FirstStartOptions },
      FirstStart,
    ];
    const opening = { provide: OPEN, useFactory: (health: Health) => open(config, health), inject: [Health] };
    return { module: RecordModule, providers: [opening, ...providers], exports: providers };
  }

  onApplicationBootstrap(): void {
    this.duePoller.start();
  }

  /** Runs after the last request was answered: writes what waits, releases the lease, closes the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.duePoller.stop();
    await this.writer.close();
    await this.lease.release();
    await this.database.close();
  }
}
