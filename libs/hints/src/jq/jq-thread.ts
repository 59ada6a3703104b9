import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { threadCpuMs } from '../thread-time';
import {
  STARTED,
  STARTING,
  type JqAnswer,
  type JqEnd,
  type JqRequest,
  type JqTask,
  type JqWorkerData,
} from './jq-protocol';

const BOOT_MS = 10_000;
const POLL_MS = 10;
/** Wait for an answer whose id is there already, in milliseconds. */
const NOT_YET_MS = 1;
/** Longest wait for a program that gets no processor time, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(data: JqWorkerData, preload: readonly string[]): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'jq-worker.ts' : 'jq-worker.js'), {
    workerData: data,
    transferList: [data.port],
    execArgv: [...(fromSource ? [require.resolve('@swc-node/register')] : []), ...preload].flatMap((file) => [
      '--require',
      file,
    ]),
    env: {},
    // jq writes errors there as well as into its result; they would appear in the middle of the service's log.
    stderr: true,
  });
}

/** Files that the worker loads before it starts, for tests of its timing. */
interface JqThreadOptions {
  /** @default none */
  readonly preload?: readonly string[];
}

/**
 * jq in its own thread, called synchronously: only a thread can be stopped when a program does not end. Each answer carries the id of its task.
 * A wake-up says nothing: it may be late, or of the task before. What counts is the id in `signal[0]`.
 */
export class JqThread {
  private readonly signal = new Int32Array(new SharedArrayBuffer(8));
  private readonly port: MessagePort;
  private readonly worker: Worker;
  private lastId = STARTED;
  private dead = false;

  constructor({ preload = [] }: JqThreadOptions = {}) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    Atomics.store(this.signal, 0, STARTING);
    this.worker = start({ signal: this.signal, port: port2, maxMemoryBytes: MAX_MEMORY_BYTES }, preload);
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
    const until = performance.now() + BOOT_MS;
    while (Atomics.load(this.signal, 0) === STARTING) {
      if (performance.now() > until) throw this.end(new Error('jq could not be started'));
      Atomics.wait(this.signal, 0, STARTING, POLL_MS);
    }
  }

  /**
   * Runs a program; returns null if it used more than `cpuMs` of processor time, in which case the thread is terminated. Throws, and terminates the
   * thread, if the answer is not that of this task.
   */
  run(task: JqTask, cpuMs: number): JqEnd | null {
    const id = (this.lastId += 1);
    this.port.postMessage({ ...task, id } satisfies JqRequest);
    const answer = this.waitFor(id, cpuMs);
    if (answer === null) return this.end(null);
    if (answer.id !== id) throw this.end(new Error('jq answered another task than it was asked; it is started again'));
    return 'failed' in answer.end ? this.end(answer.end) : answer.end;
  }

  /** The next answer once task `id` has ended; null if it does not. Measures processor time: on a busy machine elapsed time would stop programs that did not get to run. */
  private waitFor(id: number, cpuMs: number): JqAnswer | null {
    const cpuBefore = this.cpuMs;
    const until = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const ended = Atomics.load(this.signal, 0);
      // The answer may arrive after the id: then it is not there yet.
      const received = ended === id ? (receiveMessageOnPort(this.port)?.message as JqAnswer | undefined) : undefined;
      if (received) return received;
      if (performance.now() > until || this.cpuMs - cpuBefore >= cpuMs) return null;
      Atomics.wait(this.signal, 0, ended, ended === id ? NOT_YET_MS : POLL_MS);
    }
  }

  private end<Answer>(answer: Answer): Answer {
    this.dead = true;
    this.port.close();
    void this.worker.terminate();
    return answer;
  }
}
