import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

/** To the worker: wire-protocol bytes, the start of a client session, or the close. */
export type ToWorker =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly open: true }
  | { readonly id: number; readonly close: true };

/** From the worker: the reply to the message with that id, or an error. Id 0 reports that the database is open. */
export interface FromWorker {
  readonly id: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

/** PGlite computes in the thread that calls it; in a worker it does not block the event loop of the service. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('pglite-worker runs as a worker thread only');
  const { dataDir } = workerData as { dataDir: string };
  const database = await PGlite.create({ dataDir, extensions: { vector } });
  const answer = async (message: ToWorker): Promise<Uint8Array> => {
    if ('bytes' in message) return database.execProtocolRaw(message.bytes);
    if ('close' in message) await database.close();
    else await database.exec('rollback').then(() => database.exec('discard all'));
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
