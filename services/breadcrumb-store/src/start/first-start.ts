import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { DATABASE, type Database } from '../database/database';
import { Keys } from '../identity/keys';
import { HOME, Workspaces } from '../identity/workspaces';
import { Writer } from '../writer/writer';
import { createFirstCrumbs } from './first-crumbs';
import { readOrCreateFirstKey } from './first-key';

/** Where the first operator key is read from, or written to. */
export abstract class FirstStartOptions {
  abstract readonly keyFile: string;
}

/** Makes sure, before the first request, that there are a workspace, an operator key, an agent and a session. */
@Injectable()
export class FirstStart implements OnModuleInit {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly options: FirstStartOptions,
    @Inject(DATABASE) private readonly database: Database,
    private readonly keys: Keys,
    private readonly workspaces: Workspaces,
    private readonly writer: Writer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { database, workspaces, writer, logger } = this;
    await workspaces.ensure(HOME);
    await this.ensureKey(readOrCreateFirstKey(this.options.keyFile));
    await createFirstCrumbs(database, writer);
    if (database.kind === 'pglite') {
      logger.info(
        'Crumbs are stored in the embedded database. It survives a crash of any process, but not a power failure: set DATABASE_URL to a Postgres for that.',
      );
    }
  }

  private async ensureKey(secret: string): Promise<void> {
    const { keys, logger } = this;
    const known = await keys.find(secret);
    if (known === 'invalid') {
      logger.warn(`The key in ${this.options.keyFile} was revoked or has expired; remove the file to get a new one.`);
    }
    if (known !== null) return;
    await keys.create(HOME, { participant: { kind: 'operator', id: 'operator' }, role: 'operator' }, secret);
  }
}
