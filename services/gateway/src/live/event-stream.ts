import type { ServerResponse } from 'node:http';
import { type Frame, formatFrame } from './frame';

/** Limits of an event stream. */
export interface EventStreamLimits {
  /** Interval of the comments that keep proxies from closing an idle stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Milliseconds after which a reader that reads nothing is disconnected; it resumes with its cursor. */
  readonly slowMs: number;
  /** The most bytes that are buffered for a reader. */
  readonly maxWaitingBytes: number;
}

export const streamLimits: EventStreamLimits = { heartbeatMs: 15_000, slowMs: 30_000, maxWaitingBytes: 1024 * 1024 };

const RETRY_MS = 1_000;

/** The frames that a stream sends when it opens, and when it ends unexpectedly. */
export interface BoundaryFrames {
  readonly first?: Frame;
  readonly last: Frame;
}

const comeBack: BoundaryFrames = {
  first: { retry: RETRY_MS },
  last: { retry: RETRY_MS, comment: 'closing; come back' },
};

/** One open response of Server-Sent Events, with bounded memory, heartbeats, and a last frame with the time after which to reconnect. */
export class EventStream {
  private readonly aborter = new AbortController();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly limits: EventStreamLimits = streamLimits,
    private readonly words: BoundaryFrames = comeBack,
  ) {
    if (response.destroyed) this.stop();
    else response.once('close', () => this.stop());
  }

  /** Fires when the reader has disconnected or the stream has ended. */
  get gone(): AbortSignal {
    return this.aborter.signal;
  }

  /** Sends the headers and the opening frame, unless the reader has disconnected. */
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

  /** Sends a frame and waits until the buffer has room. Disconnects a reader that is too slow. */
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

  /** Sends a frame without waiting. Disconnects a reader whose buffer is full. */
  offer(frame: Frame): void {
    if (this.gone.aborted) return;
    this.response.write(formatFrame(frame));
    if (this.response.writableLength > this.limits.maxWaitingBytes) this.cut();
  }

  /** Sends a last frame and ends the response. */
  close(last: Frame = this.words.last): void {
    if (this.gone.aborted) return;
    this.response.end(formatFrame(last));
    this.stop();
  }

  /** Releases the stream without sending anything, because the request was rejected. The error handler writes the response instead. */
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
