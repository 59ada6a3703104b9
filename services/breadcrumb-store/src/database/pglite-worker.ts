import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

/** To the worker: wire-protocol bytes, the start of a client session, or the close. */
export type ToWorker =
  | { readonly id: number; readonly bytes: Uint8Array; readonly genericPlans: boolean }
  | { readonly id: number; readonly open: true }
  | { readonly id: number; readonly close: true };

/** From the worker: the reply to the message with that id, or an error. Id 0 reports that the database is open. */
export interface FromWorker {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

/** The message `Query` of the wire protocol. */
function encodeQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

const GENERIC_PLANS = encodeQuery('set plan_cache_mode = force_generic_plan');
const PLANS_BY_COST = encodeQuery('set plan_cache_mode = auto');

/** The database, with the setting of how it plans: it is changed only when a message needs the other one. */
class PlanningDatabase {
  private genericPlans = false;

  constructor(private readonly database: PGlite) {}

  async exchange(bytes: Uint8Array, genericPlans: boolean): Promise<Uint8Array> {
    if (genericPlans !== this.genericPlans) {
      await this.database.execProtocolRaw(genericPlans ? GENERIC_PLANS : PLANS_BY_COST);
      this.genericPlans = genericPlans;
    }
    return this.database.execProtocolRaw(bytes);
  }

  async reset(): Promise<void> {
    await this.database.exec('rollback');
    await this.database.exec('discard all');
    this.genericPlans = false;
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** Postgres takes 128 MB by default; what it does not hold is in the system's cache of files, a copy away. */
const SETTINGS = ['shared_buffers=32MB'];

/** PGlite computes in the thread that calls it; in a worker it does not block the event loop of the service. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('pglite-worker runs as a worker thread only');
  const { dataDir } = workerData as { dataDir: string };
  const database = new PlanningDatabase(
    await PGlite.create({ dataDir, extensions: { vector }, postgresqlconf: SETTINGS }),
  );
  const answer = async (message: ToWorker): Promise<Uint8Array> => {
    if ('bytes' in message) return database.exchange(message.bytes, message.genericPlans);
    if ('close' in message) await database.close();
    else await database.reset();
    return new Uint8Array();
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    last = last
      .then(() => answer(message))
      .then((bytes) => port.postMessage({ id: message.id, bytes } satisfies FromWorker))
      .catch((error: unknown) => port.postMessage({ id: message.id, error: String(error) } satisfies FromWorker));
  });
  port.postMessage({ id: 0 } satisfies FromWorker);
}

void serve();
