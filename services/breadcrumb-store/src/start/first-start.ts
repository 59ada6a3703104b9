import { type OnModuleInit } from '@nestjs/common';
import type { Logger } from '@crumbtrail/platform';
import { sha256 } from '@crumbtrail/contracts';
import type { Database } from '../database/database';
import type { Keys } from '../identity/keys';
import { HOME, type Workspaces } from '../identity/workspaces';
import type { Writer } from '../writer/writer';
import { createFirstCrumbs } from './first-crumbs';
import { readOrCreateFirstKey } from './first-key';

/** Sees to it, before anything is asked, that there are a workspace, a key to it, and somebody to talk to. */
export class FirstStart implements OnModuleInit {
  constructor(
    private readonly parts: { database: Database; keys: Keys; workspaces: Workspaces; writer: Writer; logger: Logger },
    private readonly keyFile: string,
  ) {}

  async onModuleInit(): Promise<void> {
    const { database, workspaces, writer, logger } = this.parts;
    await workspaces.ensure(HOME);
    await this.ensureKey(readOrCreateFirstKey(this.keyFile));
    await createFirstCrumbs(writer);
    if (database.kind === 'pglite') {
      logger.info(
        'The record is kept in the embedded database. It survives the death of any process, but not loss of power: set DATABASE_URL to a Postgres for that.',
      );
    }
  }

  private async ensureKey(secret: string): Promise<void> {
    const { database, keys, logger } = this.parts;
    const [known] = await database.query<{ is_open: boolean }>(
      'select revoked_at is null and coalesce(expires_at > now(), true) as is_open from api_key where secret_hash = $1',
      [sha256(secret)],
    );
    if (known?.is_open === false) {
      logger.warn(`The key in ${this.keyFile} was revoked or has expired; remove the file, and a new one is made.`);
    }
    if (known) return;
    await keys.create(HOME, { participant: { kind: 'operator', id: 'operator' }, role: 'operator' }, secret);
  }
}
