import { Global, Module, type DynamicModule, type OnApplicationBootstrap, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import { WorkspaceGate } from './identity/workspace-gate';
import type { StoreConfig } from './config';
import { DATABASE, type Database } from './database/database';
import { DISK_SPACE, type DiskSpace } from './database/disk-space';
import { ClaimEntity } from './entities/claim.entity';
import { IdempotencyEntity } from './entities/idempotency.entity';
import { ApiKeyEntity, WorkspaceEntity } from './entities/workspace.entity';
import { Admission } from './identity/admission';
import { Callers } from './identity/callers';
import { ConsoleSessions } from './identity/console-sessions';
import { KeyHolders } from './identity/key-holders';
import { Keys } from './identity/keys';
import { Namesakes } from './identity/namesakes';
import { Workspaces } from './identity/workspaces';
import { RecentChanges } from './ledger/recent-changes';
import { readHead } from './reading/head';
import { LogHead } from './database/log-head';
import { RetentionSweeper } from './retention/retention-sweeper';
import { FirstStart, FirstStartOptions } from './start/first-start';
import { DuePoller } from './writer/due-poller';
import { UseCounter } from './uses/use-counter';
import { Uses } from './uses/uses';
import { ExpiredRows } from './writer/expired-rows';
import { Vacuum } from './writer/vacuum';
import { Lease } from './writer/lease';
import { LastChange } from './writer/last-change';
import { leaseMetrics } from './writer/lease-metrics';
import { measureTurns } from './writer/turn-metrics';
import { Writer } from './writer/writer';
import { writerMetrics } from './writer/writer-metrics';

/** Waits until this store is the database's one writer. */
async function acquireLease(database: Database, logger: Logger, health: Health): Promise<Lease> {
  const isWriter = leaseMetrics(health.metrics);
  const lease = new Lease(
    database,
    (error) => {
      isWriter(false);
      health.fail(error);
    },
    (error) => logger.warn({ err: error }, 'The writer lease could not be renewed; trying again.'),
  );
  await lease.acquire((writer) => {
    logger.info(`Another store is the writer (${writer}); this one waits for the lease.`);
    health.standBy(`another store is the writer (${writer}); this one takes over when it ends`);
  });
  isWriter(true);
  health.standBy(null);
  health.require('database', async () => void (await readHead(database)));
  return lease;
}

// eslint-disable-next-line max-params -- injected by Nest, in the order of `inject`
function makeWriter(
  database: Database,
  lease: Lease,
  health: Health,
  disk: DiskSpace | null,
  gate: WorkspaceGate,
): Writer {
  const writer = new Writer(database, lease, writerMetrics(health.metrics), gate);
  measureTurns(database, health.metrics);
  if (disk) writer.refuseWhile((takesRoom) => (takesRoom ? disk.whyNoWrites() : disk.whyNoWork()));
  return writer;
}

async function followChanges(database: Database, writer: Writer): Promise<LastChange> {
  return new LastChange(writer, await readHead(database));
}

const makeAdmission = (callers: Callers): Admission => ({
  admit: (operation, from) => callers.authenticate(operation, from),
});

const EXPORTED = [
  WorkspaceGate,
  RetentionSweeper,
  Uses,
  UseCounter,
  Lease,
  Writer,
  DuePoller,
  Vacuum,
  Keys,
  ConsoleSessions,
  Workspaces,
  Namesakes,
];

/** What the handlers of requests ask the writer of this process, and a reader something else. */
const answering: Provider[] = [
  {
    provide: UseCounter,
    useFactory: (database: Database, logger: Logger) => new UseCounter(database, logger),
    inject: [DATABASE, LOGGER],
  },
  { provide: Uses, useExisting: UseCounter },
  { provide: LogHead, useExisting: Writer },
  { provide: RecentChanges, useFactory: (writer: Writer) => writer.recentChanges, inject: [Writer] },
  { provide: LastChange, useFactory: followChanges, inject: [DATABASE, Writer] },
  { provide: Admission, useFactory: makeAdmission, inject: [Callers] },
];

/** The writer lease and the writer, API keys and workspaces. Everything else in the store builds on it. */
@Global()
@Module({})
export class RecordModule implements OnApplicationBootstrap {
  constructor(private readonly duePoller: DuePoller) {}

  static forRoot(config: StoreConfig): DynamicModule {
    return {
      module: RecordModule,
      imports: [TypeOrmModule.forFeature([WorkspaceEntity, ApiKeyEntity, IdempotencyEntity, ClaimEntity])],
      providers: [
        { provide: Lease, useFactory: acquireLease, inject: [DATABASE, LOGGER, Health] },
        { provide: Writer, useFactory: makeWriter, inject: [DATABASE, Lease, Health, DISK_SPACE, WorkspaceGate] },
        { provide: FirstStartOptions, useValue: { keyFile: config.keyFile } satisfies FirstStartOptions },
        ...answering,
        WorkspaceGate,
        Keys,
        ConsoleSessions,
        KeyHolders,
        Workspaces,
        Namesakes,
        Callers,
        ExpiredRows,
        Vacuum,
        DuePoller,
        RetentionSweeper,
        FirstStart,
      ],
      exports: [...EXPORTED, Callers, Admission, LogHead, RecentChanges, LastChange],
    };
  }

  onApplicationBootstrap(): void {
    this.duePoller.start();
  }
}
