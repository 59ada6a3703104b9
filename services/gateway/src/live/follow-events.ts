import type { WakeSignal } from '@crumbtrail/platform';
import { CrumbError, type EventsReply } from '@crumbtrail/contracts';
import { problemDetails } from '../http/problem-details';
import type { EventStream } from './event-stream';

/** A source of events: reads pages after a cursor, and signals when there may be more. */
export interface FollowedLog {
  readonly page: (cursor: string | undefined) => Promise<EventsReply>;
  readonly wakeSignal: WakeSignal;
  /** The request path, for problem details. */
  readonly instance: string;
}

/** Interval in milliseconds at which the log is read without a wake-up, because a wake-up can be lost. */
const LOOK_ANYWAY_MS = 15_000;
const TRY_AGAIN_MS = 1_000;
/** Events per page; a full page means that there may be more. */
export const PAGE_SIZE = 100;

async function sendPage(stream: EventStream, reply: EventsReply, before: string | undefined): Promise<void> {
  for (const { cursor, ...event } of reply.events) {
    if (stream.gone.aborted) return;
    await stream.send({ event: event.kind, id: cursor, data: event });
  }
  const through = reply.complete_through;
  if (through !== before) await stream.send({ event: 'complete', id: through, data: { complete_through: through } });
}

/** Reads the next page; null if the store is unavailable. Any other error ends the stream with its problem details. */
async function nextPage(
  { page, instance }: FollowedLog,
  stream: EventStream,
  cursor: string,
): Promise<EventsReply | null> {
  try {
    return await page(cursor);
  } catch (error) {
    if (error instanceof CrumbError && error.transient) return null;
    const problem = error instanceof CrumbError ? error.problem : { code: 'internal' as const, message: 'unexpected' };
    stream.close({ event: 'problem', data: problemDetails(problem, instance) });
    if (!(error instanceof CrumbError)) throw error;
    return null;
  }
}

/**
 * Sends every event after the first page's cursor once, in order, with its cursor; after each page a `complete` frame says
 * up to which cursor nothing is missing. Reads ahead only as fast as the reader reads. Ends when the reader disconnects.
 */
export async function followEvents(followed: FollowedLog, stream: EventStream, first: EventsReply): Promise<void> {
  let through: string | undefined;
  for (let reply: EventsReply | null = first; !stream.gone.aborted;) {
    if (reply) {
      await sendPage(stream, reply, through);
      through = reply.complete_through;
    }
    const more = reply !== null && reply.events.length >= PAGE_SIZE;
    if (!more) await followed.wakeSignal.wait(reply ? LOOK_ANYWAY_MS : TRY_AGAIN_MS, stream.gone);
    if (!stream.gone.aborted) reply = await nextPage(followed, stream, through as string);
  }
}
