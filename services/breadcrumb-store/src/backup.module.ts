import { Module, type DynamicModule } from '@nestjs/common';
import { BackupSocket, BackupSocketOptions } from './backup/backup-socket';
import type { StoreConfig } from './config';

/** Backups of an embedded database while its store runs. */
@Module({})
export class BackupModule {
  static forRoot({ databaseUrl, home }: StoreConfig): DynamicModule {
    const options: BackupSocketOptions = { home: databaseUrl === undefined ? home : null };
    return { module: BackupModule, providers: [{ provide: BackupSocketOptions, useValue: options }, BackupSocket] };
  }
}
