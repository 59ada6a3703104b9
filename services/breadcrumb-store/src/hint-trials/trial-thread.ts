import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse } from '@crumbtrail/contracts';
import { threadCpuMs } from '@crumbtrail/hints';
import type { HintTrial, TrialFinding } from './hint-trial';
import type { TrialAnswer, HintTrialRequest } from './trial-protocol';

/** Most processor milliseconds that the trial of one crumb takes in the thread; its jq programs have as much again in theirs. */
export const MAX_TRIAL_MS = 50;
/** The same for a schema, which is compiled, and tried on all its examples. */
export const MAX_SCHEMA_TRIAL_MS = 1_000;
/** Longest wait for a thread that gets no processor time, for its start as for a trial, milliseconds. */
export const MAX_TRIAL_WAIT_MS = 5_000;
const POLL_MS = 10;
const MAX_HEAP_MB = 256;

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function startWorker(preload: readonly string[]): Worker {
  const fromSource = __filename.endsWith('.ts');
  const worker = new Worker(join(__dirname, fromSource ? 'trial-worker.ts' : 'trial-worker.js'), {
    execArgv: [...(fromSource ? [require.resolve('@swc-node/register')] : []), ...preload].flatMap((file) => [
      '--require',
      file,
    ]),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // It is followed by `exit`, which is what ends the wait for a message.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

interface RunningWorker {
  readonly worker: Worker;
  readonly threadId: number;
}

/** Why a trial has no findings. `stopped`: it took too much processor time; `ended`: the thread ended, for lack of memory; `late`: the machine did not run it in time. */
type NoAnswer = 'stopped' | 'ended' | 'late';

const tooMuch = (message: string): TrialFinding[] => [{ path: '/llm_hints', rule: 'work', message }];

const isLate = (): Error =>
  refuse('overloaded', 'The llm_hints could not be tried in time, because this machine is busy; try again later.', {
    details: { retry_after_ms: MAX_TRIAL_WAIT_MS },
  });

/**
 * Waits for a message that `accept` takes. `giveUp` is asked every {@link POLL_MS} and may end the wait with a reason. Whatever comes first counts, and nothing after it:
 * an answer that comes with its stop is no answer.
 */
function waitFor<Message, Reason>(
  worker: Worker,
  accept: (message: Message) => boolean,
  giveUp: () => Reason | undefined,
): Promise<Message | Reason | 'ended'> {
  return new Promise((resolve) => {
    const finish = (result: Message | Reason | 'ended'): void => {
      clearInterval(poll);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      resolve(result);
    };
    const onMessage = (message: Message): void => finish(accept(message) ? message : 'ended');
    const onExit = (): void => finish('ended');
    const poll = setInterval(() => {
      const reason = giveUp();
      if (reason !== undefined) finish(reason);
    }, POLL_MS);
    worker.on('message', onMessage);
    worker.on('exit', onExit);
  });
}

const isAfter = (ms: number): (() => boolean) => {
  const until = performance.now() + ms;
  return () => performance.now() > until;
};

/** What a {@link TrialThread} is made with. */
interface TrialThreadOptions {
  /** Files that the worker loads before it starts, for tests of its timing. @default none */
  readonly preload?: readonly string[];
}

/**
 * Tries hints in a thread of their own, one trial at a time, so that this thread goes on with the work of others. Each answer carries the id of its trial.
 * A thread that was stopped, or answered anything else, is never used again.
 */
export class TrialThread {
  private running: Promise<RunningWorker> | null = null;
  private lastId = 0;

  constructor(private readonly options: TrialThreadOptions = {}) {}

  /** What the trial finds, or that it takes too much work. Rejects with `overloaded` where the machine is too busy. The caller waits for one trial before it starts the next. */
  async run(trial: HintTrial): Promise<readonly TrialFinding[]> {
    this.running ??= this.start();
    const running = await this.running;
    const maxMs = trial.kind === 'schema' ? MAX_SCHEMA_TRIAL_MS : MAX_TRIAL_MS;
    const answer = await this.ask(running, trial, maxMs);
    if (typeof answer === 'object') return answer.findings;
    this.drop(running);
    if (answer === 'late') throw isLate();
    return tooMuch(`need more than ${MAX_HEAP_MB} MiB of memory or ${maxMs} ms of work; make them simpler`);
  }

  private ask({ worker, threadId }: RunningWorker, trial: HintTrial, maxMs: number): Promise<TrialAnswer | NoAnswer> {
    const id = (this.lastId += 1);
    const before = threadCpuMs(threadId);
    const isOverdue = isAfter(MAX_TRIAL_WAIT_MS);
    worker.postMessage({ id, trial } satisfies HintTrialRequest);
    return waitFor<TrialAnswer, NoAnswer>(
      worker,
      (answer) => answer.id === id,
      () => (threadCpuMs(threadId) - before > maxMs ? 'stopped' : isOverdue() ? 'late' : undefined),
    );
  }

  private async start(): Promise<RunningWorker> {
    const worker = startWorker(this.options.preload ?? []);
    const isOverdue = isAfter(MAX_TRIAL_WAIT_MS);
    const threadId = await waitFor<number, 'late'>(worker, Number.isInteger, () => (isOverdue() ? 'late' : undefined));
    if (typeof threadId === 'number') return { worker, threadId };
    this.running = null;
    void worker.terminate();
    throw threadId === 'late' ? isLate() : new Error('The thread for llm_hints could not be started: it ended.');
  }

  private drop({ worker }: RunningWorker): void {
    this.running = null;
    void worker.terminate();
  }
}
