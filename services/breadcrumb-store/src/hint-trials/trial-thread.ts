import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadCpuMs } from '@crumbtrail/hints';
import type { HintTrial, TrialFinding } from './hint-trial';

/** Most processor milliseconds that the trial of one crumb takes in the thread; its jq programs have as much again in theirs. */
export const MAX_TRIAL_MS = 50;
/** The same for a schema, which is compiled, and tried on all its examples. */
export const MAX_SCHEMA_TRIAL_MS = 1_000;
const POLL_MS = 10;
const MAX_HEAP_MB = 256;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(): Worker {
  const fromSource = __filename.endsWith('.ts');
  const worker = new Worker(join(__dirname, fromSource ? 'trial-worker.ts' : 'trial-worker.js'), {
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // It is followed by `exit`, which is what ends the wait for a message.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

/** The next message of a thread. Rejects when the thread ends instead. */
function nextMessage<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Message): void => {
      worker.off('exit', onExit);
      resolve(message);
    };
    const onExit = (): void => {
      worker.off('message', onMessage);
      reject(new Error('the thread ended'));
    };
    worker.once('message', onMessage);
    worker.once('exit', onExit);
  });
}

interface RunningWorker {
  readonly worker: Worker;
  readonly threadId: number;
}

const tooMuch = (message: string): TrialFinding[] => [{ path: '/llm_hints', rule: 'work', message }];

/** Tries hints in a thread of their own, one trial at a time, so that this thread goes on with the work of others. */
export class TrialThread {
  private running: Promise<RunningWorker> | null = null;

  /** What the trial finds, or that it takes too much work. The caller waits for one trial before it starts the next. */
  async run(trial: HintTrial): Promise<TrialFinding[]> {
    this.running ??= this.start();
    const { worker, threadId } = await this.running;
    const maxMs = trial.kind === 'schema' ? MAX_SCHEMA_TRIAL_MS : MAX_TRIAL_MS;
    const end = this.endAfter(maxMs, threadId);
    try {
      worker.postMessage(trial);
      return await nextMessage<TrialFinding[]>(worker);
    } catch {
      this.running = null;
      return tooMuch(`need more than ${MAX_HEAP_MB} MiB of memory or ${maxMs} ms of work; make them simpler`);
    } finally {
      clearInterval(end);
    }
  }

  private async start(): Promise<RunningWorker> {
    const worker = start();
    try {
      return { worker, threadId: await nextMessage<number>(worker) };
    } catch (error) {
      this.running = null;
      throw new Error(`The thread for llm_hints could not be started: ${String(error)}`, { cause: error });
    }
  }

  /** Ends the thread when it has used this much processor time. */
  private endAfter(maxMs: number, threadId: number): NodeJS.Timeout {
    const before = threadCpuMs(threadId);
    const timer = setInterval(() => {
      if (threadCpuMs(threadId) - before > maxMs) void this.running?.then(({ worker }) => worker.terminate());
    }, POLL_MS);
    return timer;
  }
}
