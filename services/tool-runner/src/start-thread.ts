import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A thread to start. */
export interface ThreadOptions {
  /** The file without its extension, relative to `src`. */
  readonly file: string;
  readonly data: unknown;
  /** The largest heap of its JavaScript, in megabytes. */
  readonly heapMb: number;
}

/** Starts a thread without environment. Specs run from TypeScript sources, where it needs the compiler's hook; everything else runs from dist. */
export function startThread({ file, data, heapMb }: ThreadOptions): Worker {
  const fromSource = __filename.endsWith('.ts');
  return new Worker(join(__dirname, `${file}.${fromSource ? 'ts' : 'js'}`), {
    workerData: data,
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: fromSource ? { SWC_NODE_PROJECT: join(__dirname, '../tsconfig.app.json') } : {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
}
