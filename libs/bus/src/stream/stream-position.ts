import type { CrumbEvent } from '@crumbtrail/contracts';
import type { JetStreamManager } from 'nats';
import { HEADER } from '../protocol/headers';
import { decode } from '../protocol/reply-envelope';
import { NOT_FOUND, orNull } from './jetstream-errors';
import { readMessageId, STREAM } from '../protocol/subjects';

/** The log position of a message in the stream, and the epoch of the log. */
export interface StreamPosition {
  readonly logId: string;
  readonly position: number;
  readonly epoch: number;
}

/** Whether a message is before a log position: compares the epoch too when one is given. */
function isBeforePosition(
  place: StreamPosition,
  wanted: { readonly position: number; readonly epoch?: number },
): boolean {
  if (wanted.epoch === undefined || place.epoch === wanted.epoch) return place.position < wanted.position;
  return place.epoch < wanted.epoch;
}

/** See CrumbStream.positionAt. */
export async function readPosition(manager: JetStreamManager, seq: number): Promise<StreamPosition | null> {
  if (seq < 1) return null;
  const message = await orNull(NOT_FOUND.message, manager.streams.getMessage(STREAM, { seq }));
  if (message === null) return null;
  return readMessageId(message.header.get(HEADER.id));
}

/** The position of the message at a sequence, and the crumb that it is about, as `id@version`; null where it is not that of a log. */
export async function readLastEvent(
  manager: JetStreamManager,
  seq: number,
): Promise<{ readonly position: StreamPosition; readonly event: string } | null> {
  const message = await orNull(NOT_FOUND.message, manager.streams.getMessage(STREAM, { seq }));
  const position = message && readMessageId(message.header.get(HEADER.id));
  if (!message || !position) return null;
  const { id, version } = decode(message.data) as CrumbEvent;
  return { position, event: `${id}@${version}` };
}

/** See CrumbStream.firstSeqAtOrAfter. A binary search over the headers works because the stream is in log order. */
export async function findFirstSequence(
  manager: JetStreamManager,
  range: { readonly firstSeq: number; readonly lastSeq: number },
  wanted: { readonly position: number; readonly epoch?: number },
): Promise<number | null> {
  let low = Math.max(1, range.firstSeq);
  let high = range.lastSeq + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const place = await readPosition(manager, middle);
    // A message that aged out during the search, or that another application published, is before the result.
    if (place === null || isBeforePosition(place, wanted)) low = middle + 1;
    else high = middle;
  }
  return low > range.lastSeq ? null : low;
}
