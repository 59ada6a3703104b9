import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import type { JqEnd, JqTask, JqWorkerData } from './jq-worker';

const BOOT_MS = 10_000;
const LOOK_MS = 50;
/** However little a program got to run: a machine too busy for that is too busy for everything. */
const MOST_MS = 10_000;
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(data: JqWorkerData): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'jq-worker.ts' : 'jq-worker.js'), {
    workerData: data,
    transferList: [data.port],
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: {},
    // jq says there what it also answers, and would say it in the middle of a service's log.
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
    this.worker.on('error', () => this.end(null));
  }

  get isDead(): boolean {
    return this.dead;
  }

  /** Waits until jq is there. */
  boot(): void {
    if (!this.ready && !this.hears(BOOT_MS)) throw this.end(new Error('jq could not be started'));
    this.ready = true;
  }

  /** How the program ended, or null when it had not after working for `cpuMs`: the thread is gone then. */
  run(task: JqTask, cpuMs: number): JqEnd | null {
    Atomics.store(this.signal, 0, 0);
    this.port.postMessage(task);
    if (!this.works(cpuMs)) return this.end(null);
    const end = receiveMessageOnPort(this.port)?.message as JqEnd;
    return 'failed' in end ? this.end(end) : end;
  }

  /**
   * Waits by what the process has worked meanwhile, nearly all of it the program's: on a busy machine a clock on the wall
   * would stop programs that never got to run.
   */
  private works(cpuMs: number): boolean {
    const before = process.cpuUsage();
    for (let waited = 0; waited < MOST_MS; waited += LOOK_MS) {
      if (this.hears(LOOK_MS)) return true;
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1_000 >= cpuMs) return false;
    }
    return false;
  }

  private hears(withinMs: number): boolean {
    return Atomics.wait(this.signal, 0, 0, withinMs) !== 'timed-out';
  }

  private end<Answer>(answer: Answer): Answer {
    this.dead = true;
    this.port.close();
    void this.worker.terminate();
    return answer;
  }
}
