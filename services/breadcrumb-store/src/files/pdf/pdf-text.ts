import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refuse } from '@crumbtrail/contracts';
import type { PdfReading, PdfTask } from './pdf-worker';

/** Limits of reading one PDF. */
export interface PdfLimits {
  /** Pages that are read at most. Default 200. */
  readonly maxPages?: number;
  /** Milliseconds from the start of the thread. Default 6,000. */
  readonly maxMs?: number;
  /** Megabytes by which this process may grow meanwhile. Default 512. */
  readonly maxGrowthMb?: number;
}

/** Most pages that are read. */
const MAX_PAGES = 200;
const MAX_MS = 6_000;
const MAX_GROWTH_MB = 512;
const POLL_MS = 20;
const MIB = 1024 * 1024;
const MAX_HEAP_MB = 256;
/** PDFs that are read or wait at the same time. With so few, the last one is read before its request times out. */
const MAX_WAITING = 2;

/** Whether the bytes are a PDF: `%PDF-` stands in the first 1,024 of them. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1_024).includes('%PDF-');

/** Specs run from TypeScript sources, where the worker needs the compiler's hook; everything else runs from dist. */
function start(task: PdfTask): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, fromSource ? 'pdf-worker.ts' : 'pdf-worker.js'), {
    workerData: task,
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: fromSource ? { SWC_NODE_PROJECT: join(__dirname, '../../../tsconfig.app.json') } : {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  });
}

/** Calls back once this process has grown by so much. The heap limit of a thread does not count buffers, such as those of a small stream that unpacks to gigabytes. */
function onGrowth(megabytes: number, tell: () => void): NodeJS.Timeout {
  const before = process.memoryUsage.rss();
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > megabytes * MIB) tell();
  }, POLL_MS);
}

const TOO_MUCH_MEMORY = 'it takes too much memory';

/** What the thread has read, or why it ended. */
async function read(task: PdfTask, { maxMs, maxGrowthMb }: Required<PdfLimits>): Promise<PdfReading> {
  const worker = start(task);
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<PdfReading>((resolve) => {
      const fail = (problem: string): void => resolve({ problem });
      worker.once('message', resolve);
      worker.once('error', () => fail(TOO_MUCH_MEMORY));
      worker.once('exit', () => fail(TOO_MUCH_MEMORY));
      watch = onGrowth(maxGrowthMb, () => fail(TOO_MUCH_MEMORY));
      AbortSignal.timeout(maxMs).addEventListener('abort', () => fail(`it takes more than ${maxMs} ms`), {
        once: true,
      });
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

/** The end of the reading before this one: each waits for the one before it, so one PDF is read at a time. */
interface Queue {
  last: Promise<unknown>;
  waiting: number;
}

/** Shown in place of the text of a PDF whose pages are pictures. */
const NO_TEXT = '(This PDF holds no text: its pages are pictures.)';

// eslint-disable-next-line no-control-regex -- Postgres stores no NUL, and no text has the others
const UNPRINTABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

function describeReading(reading: Exclude<PdfReading, { problem: string }>): string {
  const text = reading.text.replace(UNPRINTABLE, '').toWellFormed() || NO_TEXT;
  return reading.read < reading.pages ? `${text}\n(${reading.read} of ${reading.pages} pages)` : text;
}

/**
 * Reads the texts of PDFs, one at a time, in a thread that is ended when a file takes too much time or memory: a file is a stranger's, and this process
 * holds the record.
 */
export class PdfTexts {
  private readonly queue: Queue = { last: Promise.resolve(), waiting: 0 };

  private readonly limits: Required<PdfLimits>;

  constructor({ maxPages = MAX_PAGES, maxMs = MAX_MS, maxGrowthMb = MAX_GROWTH_MB }: PdfLimits = {}) {
    this.limits = { maxPages, maxMs, maxGrowthMb };
  }

  /** The beginning of the text, of about `maxCharacters`. Throws a refusal for a PDF that cannot be read, or while too many wait. */
  async read(name: string, bytes: Buffer, maxCharacters: number): Promise<string> {
    const { queue } = this;
    if (queue.waiting >= MAX_WAITING)
      throw refuse(
        'rate_limited',
        `${name} was not stored: too many PDFs are being read. Send it again in some seconds.`,
      );
    queue.waiting += 1;
    const task = { bytes: new Uint8Array(bytes), maxPages: this.limits.maxPages, maxCharacters };
    const reading = queue.last.then(() => read(task, this.limits));
    queue.last = reading.catch(() => undefined);
    try {
      const result = await reading;
      if ('problem' in result)
        throw refuse('invalid_payload', `${name} cannot be read as PDF: ${result.problem.replace(/\.$/, '')}.`);
      return describeReading(result);
    } finally {
      queue.waiting -= 1;
    }
  }
}
