import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { errorMessage, LOGGER, type Logger } from '@crumbtrail/platform';
import { DATABASE, type Database } from '../database/database';
import { compressBackup } from './compress-backup';

/** A reader that takes nothing for this long is cut off: everything else waits for the embedded database meanwhile. */
const STALLED_MS = 10_000;

/** Where the store of an embedded database hands out backups: nobody else can open its database, and who may enter its folder may read it. */
export const backupSocketPath = (home: string): string => join(home, 'backup.sock');

/** The folder of the embedded database; null: the database is Postgres, which others can open. */
export abstract class BackupSocketOptions {
  abstract readonly home: string | null;
}

/** Writes a backup to each program that connects to the socket. */
@Injectable()
export class BackupSocket implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly options: BackupSocketOptions,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { home } = this.options;
    if (home === null) return;
    const path = backupSocketPath(home);
    // What a store that was killed has left. The lock of the database keeps a second store away.
    rmSync(path, { force: true });
    this.server = createServer((socket) => void this.serve(socket));
    this.server.on('error', (error) => {
      this.logger.warn(`No backups while this store runs: ${path} cannot be opened (${errorMessage(error)}).`);
    });
    this.server.listen(path, () => chmodSync(path, 0o600));
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
  }

  private async serve(socket: Socket): Promise<void> {
    try {
      await compressBackup(this.database, () => socket.setTimeout(STALLED_MS, () => socket.destroy()));
      this.logger.info('A backup was written.');
    } catch (error) {
      socket.destroy();
      this.logger.warn({ err: error }, 'A backup was not finished.');
    }
  }
}
