import { refuse } from '@crumbtrail/contracts';

/**
 * Largest payload of one message; larger payloads are sent in parts. Half of the broker's default limit of 1 MiB leaves room for headers.
 */
export const PART_BYTES = 512 * 1024;
/** Largest request, in bytes: a batch of 8 MiB and its envelope. */
export const MAX_REQUEST_BYTES = 12 * 1024 * 1024;
/** Largest reply, in bytes. */
export const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Splits a payload into parts of at most {@link PART_BYTES}; an empty payload becomes one empty part. */
export function splitIntoParts(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) parts.push(bytes.subarray(at, at + PART_BYTES));
  return parts.length > 0 ? parts : [bytes];
}

/** How many parts a message announces. Refuses an invalid count and a payload that would be larger than `maxBytes`. */
export function parsePartCount(header: string | undefined, maxBytes: number): number {
  const count = Number(header);
  if (!Number.isInteger(count) || count < 1)
    throw refuse('invalid_payload', 'A message in parts does not say how many.');
  if (count > Math.ceil(maxBytes / PART_BYTES)) {
    throw refuse('too_large', `A message of ${count} parts is larger than ${maxBytes} bytes; send less at once.`);
  }
  return count;
}

/** Reassembles the parts of one payload, which may arrive in any order and more than once. */
export class PartAssembler {
  private readonly parts: (Uint8Array | undefined)[];
  private missing: number;

  constructor(readonly count: number) {
    this.parts = new Array<Uint8Array | undefined>(count).fill(undefined);
    this.missing = count;
  }

  /** The whole payload once the last missing part has arrived, else null. */
  add(index: number, bytes: Uint8Array): Uint8Array | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.count || bytes.length > PART_BYTES) {
      throw refuse('invalid_payload', `Part ${index} of ${this.count} is not one of its parts.`);
    }
    if (this.parts[index] === undefined) {
      this.parts[index] = bytes;
      this.missing -= 1;
    }
    return this.missing === 0 ? Buffer.concat(this.parts as Uint8Array[]) : null;
  }
}
