import type { ServerResponse } from 'node:http';
import { type Frame, formatFrame } from './frame';

/** How long and how much a stream bears. */
export interface StreamLimits {
  /** A comment this often keeps proxies from closing an idle stream. */
  readonly heartbeatMs: number;
  /** A reader that takes nothing for this long is cut off; it resumes by its cursor. */
  readonly slowMs: number;
  /** Bytes that may wait for a reader. */
  readonly maxWaitingBytes: number;
}

export const streamLimits: StreamLimits = { heartbeatMs: 15_000, slowMs: 30_000, maxWaitingBytes: 1024 * 1024 };

const RETRY_MS = 1_000;

/** What a stream says at its beginning, and at an end that nobody meant. */
export interface StreamEnds {
  readonly first?: Frame;
  readonly last: Frame;
}

const comeBack: StreamEnds = {
  first: { retry: RETRY_MS },
  last: { retry: RETRY_MS, comment: 'closing; come back' },
};

/** One open answer of Server-Sent Events: bounded memory, a heartbeat, and an end that tells the reader to come back. */
export class EventStream {
  private readonly aborter = new AbortController();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly limits: StreamLimits = streamLimits,
    private readonly words: StreamEnds = comeBack,
  ) {
    if (response.destroyed) this.stop();
    else response.once('close', () => this.stop());
  }

  /** Fires when nobody reads any more. */
  get gone(): AbortSignal {
    return this.aborter.signal;
  }

  /** Sends the headers and the first words, if somebody is still there. */
  open(): void {
    if (this.gone.aborted) return;
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    if (this.words.first) this.response.write(formatFrame(this.words.first));
    this.heartbeat = setInterval(() => this.beat(), this.limits.heartbeatMs);
  }

  /** Sends a frame and waits until there is room for more. A reader that is too slow is cut off. */
  async send(frame: Frame): Promise<void> {
    if (this.gone.aborted || this.response.write(formatFrame(frame))) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => this.cut(), this.limits.slowMs);
      const done = (): void => {
        clearTimeout(late);
        this.response.off('drain', done);
        this.gone.removeEventListener('abort', done);
        resolve();
      };
      this.response.once('drain', done);
      this.gone.addEventListener('abort', done, { once: true });
    });
  }

  /** Sends a frame that nobody waits for. A reader with too much waiting is cut off. */
  offer(frame: Frame): void {
    if (this.gone.aborted) return;
    this.response.write(formatFrame(frame));
    if (this.response.writableLength > this.limits.maxWaitingBytes) this.cut();
  }

  /** Says the last words and ends. */
  close(last: Frame = this.words.last): void {
    if (this.gone.aborted) return;
    this.response.end(formatFrame(last));
    this.stop();
  }

  /** Lets go without a word: what was to be streamed was refused. The response is left to whoever answers instead. */
  abandon(): void {
    this.stop();
  }

  private beat(): void {
    if (!this.response.writableNeedDrain) this.offer({ comment: 'still here' });
  }

  private cut(): void {
    this.response.destroy();
    this.stop();
  }

  private stop(): void {
    clearInterval(this.heartbeat);
    this.aborter.abort();
  }
}
