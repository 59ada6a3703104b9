import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import type { FromWorker, ToWorker } from './pglite-worker';

type WorkerRequest = ToWorker extends infer One ? (One extends ToWorker ? Omit<One, 'id'> : never) : never;

interface WaitingRequest {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function startWorker(dataDir: string): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'pglite-worker.ts' : 'pglite-worker.js'), {
    workerData: { dataDir },
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
  });
}

/** Owns an embedded database: a worker thread that runs PGlite and speaks the Postgres wire protocol. */
export class PgliteOwner {
  private readonly waiting = new Map<number, WaitingRequest>();
  private readonly worker: Worker;
  private dead: Error | null = null;
  private closing = false;
  private next = 1;
  private genericPlans = false;

  private constructor(dataDir: string) {
    this.worker = startWorker(dataDir);
    this.worker.on('message', (message: FromWorker) => this.settle(message));
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(new Error(`The embedded database's thread ended with code ${code}.`)));
  }

  /** `onDeath` is called when the thread ends without having been closed: the process cannot continue then. */
  static async open(dataDir: string, onDeath: (error: Error) => void): Promise<PgliteOwner> {
    const owner = new PgliteOwner(dataDir);
    await new Promise<Uint8Array>((resolve, reject) => owner.waiting.set(0, { resolve, reject }));
    owner.worker.once('exit', () => {
      if (!owner.closing && owner.dead) onDeath(owner.dead);
    });
    return owner;
  }

  /** Starts a new client session: rolls back, and discards settings and prepared statements of the one before. */
  async reset(): Promise<void> {
    await this.ask({ open: true });
  }

  /** `bytes` are handed over to the thread, with the memory that they are in. */
  async exchange(bytes: Uint8Array): Promise<Uint8Array> {
    return this.ask({ bytes, genericPlans: this.genericPlans }, [bytes.buffer as ArrayBuffer]);
  }

  /** Plans the statements of `work` for all values. The caller holds the only connection, outside a transaction: a rollback would undo it. */
  async withGenericPlans<Result>(work: () => Promise<Result>): Promise<Result> {
    this.genericPlans = true;
    try {
      return await work();
    } finally {
      this.genericPlans = false;
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.ask({ close: true });
    await this.worker.terminate();
  }

  private async ask(request: WorkerRequest, handedOver: ArrayBuffer[] = []): Promise<Uint8Array> {
    if (this.dead) throw this.dead;
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...request }, handedOver);
    });
  }

  private settle({ id, bytes, error }: FromWorker): void {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) one?.resolve(bytes ?? new Uint8Array());
    else one?.reject(new Error(error));
  }

  private fail(error: Error): void {
    this.dead ??= error;
    for (const one of this.waiting.values()) one.reject(this.dead);
    this.waiting.clear();
  }
}
