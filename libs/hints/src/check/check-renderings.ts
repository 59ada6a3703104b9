import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Rendered } from '../render';
import type { Renderable } from '../record-view';
import { type SampledRendering, takeSample } from './sampled-rendering';

/** How often a sample is checked, milliseconds. A check takes about half a second of processor time in a thread of its own. */
export const CHECK_EVERY_MS = 600_000;

/** The text of a crumb, rendered in a new thread. */
async function renderFresh(crumb: Renderable): Promise<Rendered> {
  const fromSource = __filename.endsWith('.ts');
  const worker = new Worker(join(__dirname, fromSource ? 'check-worker.ts' : 'check-worker.js'), {
    workerData: crumb,
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
  });
  worker.unref();
  try {
    const [rendered] = (await once(worker, 'message')) as [Rendered];
    return rendered;
  } finally {
    await worker.terminate();
  }
}

/**
 * Renders a sampled crumb again in a new thread. Rejects if the text is another one: then this process shows wrong texts. A fresh rendering that fails, for
 * lack of time on a busy machine, proves nothing. The error names no text of the crumb.
 */
export async function compareWithFresh({ crumb, text }: SampledRendering): Promise<void> {
  const fresh = await renderFresh(crumb);
  if (fresh.error !== undefined || fresh.text === text) return;
  throw new Error(
    `A rendering of ${crumb.schema_name} (payload ${crumb.content_hash ?? 'without a hash'}) differs from a fresh one: this process shows wrong texts and ends.`,
  );
}

/** Compares one rendering in ten minutes with a fresh one, until `until` is aborted, and reports a difference to `onDifference`. */
export function checkRenderings(
  onDifference: (error: Error) => void,
  until: AbortSignal,
  everyMs = CHECK_EVERY_MS,
): void {
  const check = (): void => {
    const sample = takeSample();
    if (sample) compareWithFresh(sample).catch(onDifference);
  };
  const timer = setInterval(check, everyMs);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}
