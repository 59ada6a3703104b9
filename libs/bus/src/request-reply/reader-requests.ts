import { unwrapReply } from '../protocol/reply-envelope';
import { readerSubject } from '../protocol/subjects';
import type { OutgoingRequest, Requester } from './requester';
import { KnownReaders, type RoutedRequest } from '../readers/known-readers';

/** How long a reader may take, milliseconds; at most half of the time that the request has. Then the writer answers. */
const READER_WITHIN_MS = 2_000;

/**
 * Sends requests to the reader of the store that answers them, or to the service itself. Only an answer of a reader counts: where it refuses, because it is
 * behind or for any other reason, or does not reply, the writer decides. Requests that readers answer change nothing, so that two may answer one.
 */
export class ReaderRequests {
  private readonly readers = new KnownReaders();

  constructor(private readonly requester: Requester) {}

  /** A reader has announced itself. */
  add(reader: unknown): void {
    this.readers.add(reader);
  }

  /** The reply. Rejects with the CrumbError of the service, or `unavailable` when no reply arrives in time. */
  async send(routed: RoutedRequest, request: OutgoingRequest): Promise<unknown> {
    const reader = this.readers.choose(routed);
    if (reader === null) return unwrapReply(await this.requester.request(request));
    const from = performance.now();
    const answer = await this.requestFrom(reader, request);
    if (answer !== null) return answer.value;
    const timeoutMs = Math.max(0, request.timeoutMs - (performance.now() - from));
    return unwrapReply(await this.requester.request({ ...request, timeoutMs }));
  }

  /** The reply of a reader; null where it gives none. */
  private async requestFrom(reader: string, request: OutgoingRequest): Promise<{ readonly value: unknown } | null> {
    const subject = readerSubject(reader, request.subject);
    const timeoutMs = Math.min(READER_WITHIN_MS, request.timeoutMs / 2);
    let reply: Uint8Array;
    try {
      reply = await this.requester.request({ ...request, subject, timeoutMs, noResponderRetryMs: 0 });
    } catch {
      this.readers.remove(reader);
      return null;
    }
    try {
      return { value: unwrapReply(reply) };
    } catch {
      return null;
    }
  }
}
