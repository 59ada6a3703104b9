import type { JetStreamManager } from 'nats';
import { HEADER } from '../protocol/headers';
import { NOT_FOUND, orNull } from './jetstream-errors';
import { readMessageId, STREAM } from '../protocol/subjects';

/** Where a message of the stream stands, and in which log. */
export interface StreamPosition {
  readonly logId: string;
  readonly position: number;
  readonly epoch: number;
}

/** Is this place before a position: of an epoch when one is given, else whatever the epoch? */
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

/** See CrumbStream.firstSeqAtOrAfter: a binary search over the headers, for the stream is in the log's order. */
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
    // A message that aged out while we search, or that is not ours, lies before what we look for.
    if (place === null || isBeforePosition(place, wanted)) low = middle + 1;
    else high = middle;
  }
  return low > range.lastSeq ? null : low;
}
