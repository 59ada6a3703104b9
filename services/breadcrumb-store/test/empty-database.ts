import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '@crumbtrail/testing';
import type { BackupPlace } from '../src/backup/backup-files';
import { openDatabase, type OpenDatabase } from '../src/database/open-database';
import { migrated } from './databases';

/** A database without breadcrumbs, and a folder for files beside it. */
export class EmptyDatabase {
  private opened: OpenDatabase | undefined;

  private constructor(
    readonly place: BackupPlace,
    private readonly dropServer: () => Promise<void>,
  ) {}

  /** On the server of DATABASE_URL, or else embedded. An embedded one takes long to create without tables, so it has them unless they must be absent. */
  static async create(withoutTables = false): Promise<EmptyDatabase> {
    const home = mkdtempSync(join(tmpdir(), 'crumbtrail-empty-'));
    const server = process.env['DATABASE_URL'];
    if (server === undefined) {
      if (!withoutTables) await migrated(home);
      return new EmptyDatabase({ home }, async () => undefined);
    }
    const { url, drop } = await freshDatabase(server);
    return new EmptyDatabase({ home, url }, drop);
  }

  /** Opened as a tool does: the schema stays as it is. */
  async open(): Promise<OpenDatabase> {
    const onDeath = (error: Error): void => {
      throw error;
    };
    return (this.opened ??= await openDatabase({ ...this.place, tool: 'test', onDeath }));
  }

  /** Closes it, so that another process can open it. */
  async close(): Promise<void> {
    await this.opened?.database.close();
    this.opened = undefined;
  }

  async drop(): Promise<void> {
    await this.close();
    await this.dropServer();
    rmSync(this.place.home, { recursive: true, force: true });
  }
}
