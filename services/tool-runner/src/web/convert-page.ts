import { startThread } from '../start-thread';
import type { ReadablePage } from './html-to-markdown';
import type { MarkdownTask } from './markdown-worker';

const MAX_HEAP_MB = 256;
/** Longest time for one page, in milliseconds; an article of 2 MiB takes about four seconds. */
const MAX_CONVERSION_MS = 8_000;

/**
 * Converts HTML to Markdown in a thread of its own, which is ended when the page takes too much time or memory: the page
 * is a stranger's, and this process has other work. Throws an Error that says so.
 */
export async function convertPage(task: MarkdownTask, signal: AbortSignal): Promise<ReadablePage> {
  const worker = startThread({ file: 'web/markdown-worker', data: task, heapMb: MAX_HEAP_MB });
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(MAX_CONVERSION_MS)]);
  try {
    return await new Promise<ReadablePage>((resolve, reject) => {
      const fail = (reason: string): void => reject(new Error(`${task.url} cannot be converted: ${reason}`));
      worker.once('message', resolve);
      worker.once('error', ({ message }: Error) => fail(message));
      worker.once('exit', () => fail('the thread ended'));
      timeout.addEventListener('abort', () => fail(`it takes more than ${MAX_CONVERSION_MS} ms`), { once: true });
    });
  } finally {
    // Not awaited: a thread that runs out of memory may take a minute to end, and the caller has its answer.
    void worker.terminate();
  }
}
