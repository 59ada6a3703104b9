import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { JqEnd, JqTask, JqWorkerData } from './jq-worker';

const BOOT_MS = 10_000;
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(data: JqWorkerData): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'jq-worker.ts' : 'jq-worker.js'), {
    workerData: data,
    transferList: [data.port],
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: {},
    // jq says there what it also answers, and would say it in the middle of a station's log.
    stderr: true,
  });
}

/** jq in a thread of its own, asked and waited for: the one way to stop a program that does not end. */
export class JqThread {
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private ready = false;
  private dead = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = start({ signal: this.signal, port: port2, maxMemoryBytes: MAX_MEMORY_BYTES });
    this.worker.unref();
    this.worker.on('error', () => this.end());
  }

  get isDead(): boolean {
    return this.dead;
  }

  /** How the program ended, or null when it had not after `withinMs`: the thread is gone then. */
  run(task: JqTask, withinMs: number): JqEnd | null {
    if (!this.ready && !this.wait(BOOT_MS)) throw new Error('jq could not be started');
    this.ready = true;
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage(task);
    if (!this.wait(withinMs)) return null;
    const end = receiveMessageOnPort(this.port)?.message as JqEnd;
    if ('failed' in end) this.end();
    return end;
  }

  private wait(ms: number): boolean {
    if (Atomics.wait(this.signal, 0, 0, ms) !== 'timed-out') return true;
    this.end();
    return false;
  }

  private end(): void {
    this.dead = true;
    this.port.close();
    void this.worker.terminate();
  }
}
