import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { Health, LOGGER, type Logger } from '@crumbtrail/platform';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { StoreConfig } from './config';
import { DATABASE, type Database } from './database/database';
import { DISK_SPACE, DiskSpace } from './database/disk-space';
import { openDatabase, type OpenDatabase } from './database/open-database';

const OPEN_DATABASE = Symbol('OpenDatabase');

/** The options of a data source, and the data source, which is open already. */
type OpenDataSourceOptions = DataSourceOptions & { readonly open: DataSource };

const orm = TypeOrmModule.forRootAsync({
  inject: [OPEN_DATABASE],
  useFactory: ({ source }: OpenDatabase): TypeOrmModuleOptions => {
    const options: OpenDataSourceOptions = { ...source.options, open: source };
    return options;
  },
  // `openDatabase` has connected it and run the migrations, under their lock; TypeOrmModule must not do either.
  dataSourceFactory: async (options) => (options as OpenDataSourceOptions).open,
});

/**
 * Opens the database, runs pending migrations and provides it twice: as {@link DATABASE} for SQL, and as TypeORM's data source, so
 * that other modules get repositories by `TypeOrmModule.forFeature`. Both use the same connections.
 */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** A database that is locked or refuses the password fails the boot with one sentence. */
  static forRoot({
    databaseUrl: url,
    databaseOwnerUrl: ownerUrl,
    home,
    role,
    diskReserveBytes: reserveBytes,
  }: StoreConfig): DynamicModule {
    const open = {
      provide: OPEN_DATABASE,
      useFactory: (health: Health, logger: Logger) =>
        openDatabase({
          url,
          ownerUrl,
          home,
          onDeath: (error) => health.fail(error),
          onMigrated: ({ from, to }) => logger.info({ from, to }, `The database was migrated from ${from} to ${to}.`),
          isReplica: role === 'reader',
        }),
      inject: [Health, LOGGER],
    };
    const database = {
      provide: DATABASE,
      useFactory: (opened: OpenDatabase) => opened.database,
      inject: [OPEN_DATABASE],
    };
    const disk = {
      provide: DISK_SPACE,
      useFactory: (logger: Logger): DiskSpace | null => {
        const onChange = (why: string | null): void => {
          if (why) logger.warn({ folder: home }, `Writes are refused: ${why}`);
          else logger.info({ folder: home }, 'There is space on the disk again: writes are accepted.');
        };
        return url === undefined ? new DiskSpace({ folder: home, reserveBytes, onChange }) : null;
      },
      // The folder exists once the database is open.
      inject: [LOGGER, OPEN_DATABASE],
    };
    const providers = [open, database, disk];
    return { module: DatabaseModule, imports: [orm], providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
