import { existsSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../logger';
import { HELD_LIMIT_MS, HELD_MESSAGE, type HeldFields } from './held-message';
import type { Holder } from './holder';

/** The event loop was held: by whom, how long, and how much of that the thread was on a processor, milliseconds. */
export interface Hold extends Holder {
  readonly heldMs: number;
  /** Absent where the system does not tell it. Much less than `heldMs`: the thread waited, for a busy machine or in a call that blocks. */
  readonly processorMs?: number;
}

/** What the watching thread is given. */
export interface WatchSettings {
  /** Of one counter, which the main thread advances every `beatMs`. */
  readonly beats: SharedArrayBuffer;
  readonly beatMs: number;
  readonly limitMs: number;
  readonly pid: number;
  /** Files are named relative to it. */
  readonly folder: string;
}

/** The logger and the metrics of a service, or of a process. */
export interface HoldReporter {
  readonly logger: Logger;
  readonly metrics: Registry;
  /** How the names of its metrics begin; by default with `crumbtrail`. A process that services share has other names than they: each of them serves its metrics beside its own. */
  readonly prefix?: string;
}

const BEAT_MS = 100;

/** Logs and counts who held the event loop. */
class HoldReport {
  private readonly seconds: Histogram<'handler'>;
  private readonly processor: Counter<'handler'>;

  constructor(private readonly to: HoldReporter) {
    const { prefix = 'crumbtrail' } = to;
    const registers = [to.metrics];
    const labelNames = ['handler'] as const;
    this.seconds = new Histogram({
      name: `${prefix}_event_loop_held_seconds`,
      help: `How long a handler held the event loop of its process, if longer than ${HELD_LIMIT_MS} ms.`,
      labelNames,
      buckets: [1, 2.5, 5, 10, 30],
      registers,
    });
    this.processor = new Counter({
      name: `${prefix}_event_loop_held_processor_seconds_total`,
      help: 'Processor time of the thread in that time; the rest it waited.',
      labelNames,
      registers,
    });
  }

  /** The watching thread has ended. */
  failed(error: Error): void {
    this.to.logger.warn({ err: error }, 'nobody watches the event loop any more');
  }

  take({ handler = 'unknown', at, heldMs, processorMs }: Hold): void {
    const fields: HeldFields = { handler, at, held_ms: heldMs, processor_ms: processorMs };
    this.to.logger.warn(fields, HELD_MESSAGE);
    this.seconds.observe({ handler }, heldMs / 1000);
    this.processor.inc({ handler }, (processorMs ?? 0) / 1000);
  }
}

function startThread(settings: WatchSettings): Worker {
  const fromSource = !existsSync(join(__dirname, 'watch-worker.js'));
  return new Worker(join(__dirname, fromSource ? 'watch-worker.ts' : 'watch-worker.js'), {
    workerData: settings,
    // The thread holds almost nothing; what loads TypeScript in tests needs more.
    ...(fromSource
      ? {}
      : { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 } }),
  });
}

/** Names who holds the event loop of this process for long: in the log and the metrics of the service that did. */
export class LoopWatch {
  private readonly reports = new Map<string, HoldReport>();
  private readonly ofProcess: HoldReport;
  private started = false;

  /** `process` is told of holds of which no service is known. */
  constructor(process: HoldReporter) {
    this.ofProcess = new HoldReport(process);
  }

  /** A service that runs now, or again, in a process that it shares. */
  add(service: string, reporter: HoldReporter): void {
    this.reports.set(service, new HoldReport(reporter));
  }

  /** Begins to watch; a second call does nothing. What holds the event loop while services load is not watched. */
  start(): void {
    // A debugger holds the event loop at its breakpoints.
    if (this.started || inspectorUrl() !== undefined) return;
    this.started = true;
    const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const counter = new Int32Array(beats);
    setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS).unref();
    const settings = { beats, beatMs: BEAT_MS, limitMs: HELD_LIMIT_MS, pid: process.pid, folder: process.cwd() };
    const thread = startThread(settings);
    thread.unref();
    thread.on('message', (hold: Hold) => this.report(hold));
    thread.on('error', (error) => this.ofProcess.failed(error));
  }

  private report(hold: Hold): void {
    const of = hold.service === undefined ? undefined : this.reports.get(hold.service);
    (of ?? this.ofProcess).take(hold);
  }
}
