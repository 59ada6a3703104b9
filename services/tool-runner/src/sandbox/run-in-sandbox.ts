import type { Worker } from 'node:worker_threads';
import { errorMessage } from '@crumbtrail/platform';
import { startThread } from '../start-thread';
import type { FromSandbox, SandboxEnd, SandboxProgram, SandboxRequest, SandboxResponse, ToSandbox } from './program';

/** Memory of the thread besides that of the program, in megabytes. */
const HEAP_MB = 64;
/** A program that does not end by itself by then is stopped with its thread, in milliseconds after its time limit. */
const GRACE_MS = 500;
/** How long a thread may take to start, in milliseconds. */
const START_MS = 10_000;

/** Makes the requests of a program; rejects with the reason that the program reads. */
export type FetchForProgram = (request: SandboxRequest, signal: AbortSignal) => Promise<SandboxResponse>;

async function answerRequest(
  worker: Worker,
  { id, request }: Extract<FromSandbox, { readonly say: 'fetch' }>,
  answer: () => Promise<SandboxResponse>,
): Promise<void> {
  const told: ToSandbox = await answer().then(
    (response) => ({ id, response }),
    (error: unknown) => ({ id, error: `${request.url.slice(0, 200)}: ${errorMessage(error)}` }),
  );
  worker.postMessage(told);
}

const describeStop = (message: string, code: 'timeout' | 'failed'): SandboxEnd => ({
  failure: { code, message },
  logs: [],
});

/**
 * Runs a program once, in a thread of its own that has no environment and is ended with it. Resolves with its end, also where it was stopped; rejects only when
 * `signal` is aborted.
 */
export async function runInSandbox(
  program: SandboxProgram,
  { fetch, signal }: { readonly fetch: FetchForProgram; readonly signal: AbortSignal },
): Promise<SandboxEnd> {
  signal.throwIfAborted();
  const worker = startThread({ file: 'sandbox/sandbox-worker', data: program, heapMb: HEAP_MB });
  const over = new AbortController();
  const { timeoutMs } = program.limits;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<SandboxEnd>((resolve, reject) => {
      const stopAfter = (milliseconds: number): void => {
        clearTimeout(timer);
        const end = describeStop(`It took more than ${timeoutMs} ms and was stopped.`, 'timeout');
        timer = setTimeout(() => resolve(end), milliseconds);
      };
      stopAfter(START_MS);
      worker.on('message', (said: FromSandbox) => {
        if (said.say === 'end') resolve(said);
        else if (said.say === 'begin') stopAfter(timeoutMs + GRACE_MS);
        else void answerRequest(worker, said, () => fetch(said.request, AbortSignal.any([signal, over.signal])));
      });
      const fail = (message: string): void => resolve(describeStop(message, 'failed'));
      worker.once('error', (error) => fail(`It broke its sandbox, which was stopped: ${errorMessage(error)}`));
      worker.once('exit', () => fail('Its sandbox ended.'));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  } finally {
    clearTimeout(timer);
    over.abort();
    // Not awaited: the caller has its answer.
    void worker.terminate();
  }
}
