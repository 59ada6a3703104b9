import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { threadCpuMs } from '../thread-time';
import type { JqEnd, JqTask, JqWorkerData } from './jq-worker';

const BOOT_MS = 10_000;
const POLL_MS = 10;
/** Longest wait for a program that gets no processor time, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(data: JqWorkerData): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'jq-worker.ts' : 'jq-worker.js'), {
    workerData: data,
    transferList: [data.port],
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: {},
    // jq writes errors there as well as into its result; they would appear in the middle of the service's log.
    stderr: true,
  });
}

/** jq in its own thread, called synchronously: only a thread can be stopped when a program does not end. */
export class JqThread {
  private readonly signal = new Int32Array(new SharedArrayBuffer(8));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private ready = false;
  private dead = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = start({ signal: this.signal, port: port2, maxMemoryBytes: MAX_MEMORY_BYTES });
    this.worker.unref();
    this.worker.on('error', () => this.end(null));
  }

  get isDead(): boolean {
    return this.dead;
  }

  /** Processor time that programs have used, in milliseconds. */
  get cpuMs(): number {
    return threadCpuMs(Atomics.load(this.signal, 1));
  }

  /** Waits until jq has started. */
  boot(): void {
    if (!this.ready && !this.waitForSignal(BOOT_MS)) throw this.end(new Error('jq could not be started'));
    this.ready = true;
  }

  /** Runs a program; returns null if it used more than `cpuMs` of processor time, in which case the thread is terminated. */
  run(task: JqTask, cpuMs: number): JqEnd | null {
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage(task);
    if (!this.finishesWithin(cpuMs)) return this.end(null);
    const end = receiveMessageOnPort(this.port)?.message as JqEnd;
    return 'failed' in end ? this.end(end) : end;
  }

  /** Measures processor time: on a busy machine elapsed time would stop programs that did not get to run. */
  private finishesWithin(cpuMs: number): boolean {
    const before = this.cpuMs;
    for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
      if (this.waitForSignal(POLL_MS)) return true;
      if (this.cpuMs - before >= cpuMs) return false;
    }
    return false;
  }

  private waitForSignal(withinMs: number): boolean {
    return Atomics.wait(this.signal, 0, 0, withinMs) !== 'timed-out';
  }

  private end<Answer>(answer: Answer): Answer {
    this.dead = true;
    this.port.close();
    void this.worker.terminate();
    return answer;
  }
}
