import { tmpdir } from 'node:os';
import { createLogger, errorMessage, processEnvironment } from '@crumbtrail/platform';
import { readMigrationPlace, SERVICE } from './config';
import { openDatabase } from './database/open-database';

const logger = createLogger(SERVICE);

/** Runs the pending migrations of a Postgres and ends, so that an upgrade can fail before any service of the new version starts. */
async function migrate(): Promise<void> {
  const { database } = await openDatabase({
    ...readMigrationPlace(processEnvironment()),
    home: tmpdir(),
    onDeath: (error) => logger.fatal({ err: error }),
  });
  await database.close();
  logger.info('The database has the schema of this version.');
}

migrate().catch((error: unknown) => {
  logger.fatal({ err: error }, `The migrations were not completed: ${errorMessage(error)}`);
  process.exitCode = 1;
});
