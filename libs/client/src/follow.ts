import type { CrumbEvent, Envelope, TokenPiece } from '@crumbtrail/contracts';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { type GatewayAddress, send } from './http';
import { type ProblemDetails, ApiError, UnreachableError } from './refusal';

/** Something that happened, with the crumb as it is now, where the reader may see it. */
export type StreamedEvent = CrumbEvent & { readonly crumb?: Envelope };

/** What comes on a stream. `cursor` is where to go on after it. */
export type StreamItem =
  | { readonly type: 'event'; readonly cursor: string; readonly event: StreamedEvent }
  | { readonly type: 'complete'; readonly cursor: string }
  | { readonly type: 'piece'; readonly piece: TokenPiece };

/** How a stream is followed. */
export interface FollowOptions {
  /** Go on after this one; `start`: from the beginning; `@<position>`: after that position; absent: from now on. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Give up after this many attempts in a row to come back. Default: never. */
  readonly attempts?: number;
  /** Told whenever the connection is lost, before it is tried again. */
  readonly lost?: ((error: unknown) => void) | undefined;
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

function itemOf(message: EventSourceMessage): StreamItem {
  const data = JSON.parse(message.data) as unknown;
  if (message.event === 'problem') throw new ApiError(data as ProblemDetails);
  if (message.event === 'piece') return { type: 'piece', piece: data as TokenPiece };
  const cursor = message.id ?? '';
  return message.event === 'complete'
    ? { type: 'complete', cursor }
    : { type: 'event', cursor, event: data as StreamedEvent };
}

/** Waits so long, or until the signal fires. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** All that comes of a stream. Not every browser can iterate over one. */
async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** One stream, from one door, that comes back when the connection is lost. */
class Stream {
  private cursor: string | undefined;
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;

  constructor(
    private readonly open: (headers: Record<string, string>) => Promise<Response>,
    private readonly following: FollowOptions,
  ) {
    this.cursor = following.cursor;
  }

  async *items(): AsyncGenerator<StreamItem, void, undefined> {
    while (!this.following.signal?.aborted) {
      try {
        yield* this.once();
      } catch (error) {
        await this.bear(error);
      }
    }
  }

  private async *once(): AsyncGenerator<StreamItem, void, undefined> {
    const response = await this.open(this.cursor === undefined ? {} : { 'Last-Event-ID': this.cursor });
    const onRetry = (ms: number): void => void (this.retryMs = ms);
    const text = response.body?.pipeThrough(new TextDecoderStream());
    const messages = text?.pipeThrough(new EventSourceParserStream({ onRetry }));
    for await (const message of messages ? chunksOf(messages) : []) {
      const item = itemOf(message);
      this.failures = 0;
      if (item.type !== 'piece' && item.cursor !== '') this.cursor = item.cursor;
      yield item;
    }
    throw new UnreachableError('The stream ended.');
  }

  /** Waits until it is time to come back; throws what coming back cannot mend. */
  private async bear(error: unknown): Promise<void> {
    const { signal, attempts = Infinity, lost } = this.following;
    if (signal?.aborted) return;
    const hopeless = error instanceof ApiError && error.status < 500;
    this.failures += 1;
    if (hopeless || this.failures > attempts) throw error;
    lost?.(error);
    const ms = Math.min(this.retryMs * 2 ** (this.failures - 1), LONGEST_RETRY_MS);
    await pause(ms, signal);
  }
}

/** Follows a stream and resumes after the last cursor whenever the connection is lost; ends when the signal fires. */
export function followStream(
  door: GatewayAddress,
  path: string,
  query: Query,
  following: FollowOptions = {},
): AsyncGenerator<StreamItem> {
  const { signal } = following;
  const open = (headers: Record<string, string>): Promise<Response> =>
    send(door, 'GET', path, { query, headers: { accept: 'text/event-stream', ...headers }, signal });
  return new Stream(open, following).items();
}
