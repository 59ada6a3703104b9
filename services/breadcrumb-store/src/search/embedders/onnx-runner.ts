import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { EmbeddingRefused } from './embedder';
import type { OnnxReply, OnnxProcessOptions, OnnxRequest } from './onnx-process';

interface EmbeddingJob {
  readonly id: number;
  readonly texts: readonly string[];
  resolve(vectors: number[][]): void;
  reject(error: Error): void;
}

/** Time limits of one call in milliseconds: `loadMs` for the first call, which loads the model, `runMs` for the others. */
export interface OnnxTimeouts {
  readonly loadMs: number;
  readonly runMs: number;
}

/** Tests run from TypeScript sources, so the process needs the compiler's hook; in production it runs from dist. */
function startProcess(options: OnnxProcessOptions, env: Readonly<Record<string, string>>): ChildProcess {
  const fromSource = __filename.endsWith('.ts');
  return fork(join(__dirname, fromSource ? 'onnx-process.ts' : 'onnx-process.js'), [JSON.stringify(options)], {
    serialization: 'advanced',
    execArgv: fromSource ? ['--require', require.resolve('@swc-node/register')] : [],
    env: { ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function splitVectors(vectors: Float32Array, dimensions: number): number[][] {
  const count = dimensions > 0 ? Math.floor(vectors.length / dimensions) : 0;
  return Array.from({ length: count }, (_, at) => [...vectors.subarray(at * dimensions, (at + 1) * dimensions)]);
}

/**
 * Runs one model in a separate process, which the first call starts, also after a crash. It runs one call at a time, questions
 * before waiting texts. A call that exceeds its time limit ends the process, because native code cannot be interrupted otherwise.
 */
export class OnnxRunner {
  private child: ChildProcess | null = null;
  private isLoaded = false;
  private queue: readonly EmbeddingJob[] = [];
  private running: EmbeddingJob | null = null;
  private timer: NodeJS.Timeout | null = null;
  private next = 1;

  constructor(
    private readonly options: OnnxProcessOptions,
    private readonly limits: OnnxTimeouts,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Embeds texts. A call with a signal is a question: it runs before waiting texts, and is rejected when the signal aborts. */
  run(texts: readonly string[], signal?: AbortSignal): Promise<number[][]> {
    return new Promise<number[][]>((resolve, reject) => {
      const job: EmbeddingJob = { id: this.next++, texts, resolve, reject };
      signal?.addEventListener('abort', () => this.giveUp(job, signal), { once: true });
      this.queue = signal ? [job, ...this.queue] : [...this.queue, job];
      this.turn();
    });
  }

  /** Ends the process and rejects all running and waiting calls. The next call starts it again. */
  close(): void {
    this.end(new Error('The embedder was closed.'));
  }

  private turn(): void {
    const [job, ...rest] = this.queue;
    if (this.running || !job) return;
    this.queue = rest;
    this.running = job;
    const child = (this.child ??= this.begin());
    const { loadMs, runMs } = this.limits;
    const ms = this.isLoaded ? runMs : loadMs;
    this.timer = setTimeout(() => this.end(new Error(`The model did not respond within ${ms / 1_000} s.`)), ms);
    child.send(
      { id: job.id, texts: job.texts } satisfies OnnxRequest,
      (error) => error && this.gone(child, error.message),
    );
  }

  private begin(): ChildProcess {
    const child = startProcess(this.options, this.env);
    child.on('message', (message: OnnxReply) => this.settle(message));
    child.once('error', (error) => this.gone(child, error.message));
    child.once('exit', (code, signal) => this.gone(child, signal ?? `code ${code}`));
    return child;
  }

  private settle(message: OnnxReply): void {
    const job = this.running;
    if (job?.id !== message.id) return;
    if ('error' in message && !message.isLoaded) return this.end(new Error(message.error));
    this.isLoaded = true;
    this.finish();
    if ('error' in message) job.reject(new EmbeddingRefused(message.error));
    else job.resolve(splitVectors(message.vectors, message.dimensions));
    this.turn();
  }

  private giveUp(job: EmbeddingJob, signal: AbortSignal): void {
    this.queue = this.queue.filter((one) => one !== job);
    job.reject(signal.reason instanceof Error ? signal.reason : new Error('The question was given up.'));
  }

  private gone(child: ChildProcess, how: string): void {
    if (this.child === child) this.end(new Error(`The model's process ended (${how}).`));
  }

  /** Ends the process after any failure, so that the next call starts a new one. */
  private end(error: Error): void {
    const { child, running, queue } = this;
    this.child = null;
    this.isLoaded = false;
    this.queue = [];
    this.finish();
    child?.kill('SIGKILL');
    for (const job of [...(running ? [running] : []), ...queue]) job.reject(error);
  }

  private finish(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.running = null;
  }
}
