import type { CrumbEvent, Envelope, TokenPiece } from '@crumbtrail/contracts';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { type GatewayAddress, type RequestTo, send } from './call';
import { ApiError, type ProblemDetails, UnreachableError } from './errors';

/** An event of the log, with the breadcrumb as it is now if the caller may read it. */
export type StreamedEvent = CrumbEvent & { readonly crumb?: Envelope };

/** One item of a stream. `cursor` is the place to resume after it. */
export type StreamItem =
  | { readonly type: 'event'; readonly cursor: string; readonly event: StreamedEvent }
  | { readonly type: 'complete'; readonly cursor: string }
  | { readonly type: 'piece'; readonly piece: TokenPiece };

/** Options of a stream. */
export interface FollowOptions {
  /** Resume after this cursor; `start`: from the beginning; `@<position>`: after that position. Default: from now on. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Give up after this many failed attempts in a row to reconnect. Default: never. */
  readonly attempts?: number;
  /** Called whenever the connection is lost, before it is retried. */
  readonly lost?: ((error: unknown) => void) | undefined;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

function readItem(message: EventSourceMessage): StreamItem {
  const data = JSON.parse(message.data) as unknown;
  if (message.event === 'problem') throw new ApiError(data as ProblemDetails);
  if (message.event === 'piece') return { type: 'piece', piece: data as TokenPiece };
  const cursor = message.id ?? '';
  return message.event === 'complete'
    ? { type: 'complete', cursor }
    : { type: 'event', cursor, event: data as StreamedEvent };
}

/** Waits this many milliseconds, or until the signal fires. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}

/** Iterates over a stream, which not every browser can do natively. */
async function* readChunks<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream that reconnects when the connection is lost. */
class ReconnectingStream {
  private cursor: string | undefined;
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;

  constructor(
    private readonly open: (lastEventId: string | undefined) => Promise<Response>,
    private readonly options: FollowOptions,
  ) {
    this.cursor = options.cursor;
  }

  async *items(): AsyncGenerator<StreamItem, void, undefined> {
    while (!this.options.signal?.aborted) {
      try {
        yield* this.connectOnce();
      } catch (error) {
        await this.waitToReconnect(error);
      }
    }
  }

  private async *connectOnce(): AsyncGenerator<StreamItem, void, undefined> {
    const response = await this.open(this.cursor);
    const onRetry = (ms: number): void => void (this.retryMs = ms);
    const text = response.body?.pipeThrough(new TextDecoderStream());
    const messages = text?.pipeThrough(new EventSourceParserStream({ onRetry }));
    for await (const message of messages ? readChunks(messages) : []) {
      const item = readItem(message);
      this.failures = 0;
      if (item.type !== 'piece' && item.cursor !== '') this.cursor = item.cursor;
      yield item;
    }
    throw new UnreachableError('The stream ended.');
  }

  /** Waits before the next attempt; rethrows an error that reconnecting cannot fix. */
  private async waitToReconnect(error: unknown): Promise<void> {
    const { signal, attempts = Infinity, lost } = this.options;
    if (signal?.aborted) return;
    const isPermanent = error instanceof ApiError && error.status < 500;
    this.failures += 1;
    if (isPermanent || this.failures > attempts) throw error;
    lost?.(error);
    const delayMs = Math.min(this.retryMs * 2 ** (this.failures - 1), LONGEST_RETRY_MS);
    await sleep(delayMs, signal);
  }
}

type StreamRoute = 'GET /v1/events' | 'GET /v1/sessions/:session/stream';

/** Follows a stream and resumes after the last cursor whenever the connection is lost; ends when the signal fires. */
export function followStream<Name extends StreamRoute>(
  gateway: GatewayAddress,
  name: Name,
  request: RequestTo<Name>,
  options: FollowOptions = {},
): AsyncGenerator<StreamItem> {
  const { signal } = options;
  const open = (lastEventId: string | undefined): Promise<Response> =>
    send(gateway, name, { ...request, accept: 'text/event-stream', lastEventId, signal });
  return new ReconnectingStream(open, options).items();
}
