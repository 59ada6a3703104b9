import {
  MemoryLong,
  MemoryShort,
  memoryTags,
  refuse,
  toJsonObject,
  type Audience,
  type MemoryLongV1,
  type MemoryShortV1,
  type Ref,
  type Write,
} from '@crumbtrail/contracts';
import type { LongMemory, Memory, ShortMemory } from '../ports';

interface Stored {
  readonly id: string;
  readonly version: number;
}

function write(
  schema_name: string,
  stored: Stored | null,
  context: MemoryShortV1 | MemoryLongV1,
  audience: Audience,
): Write {
  const tags = memoryTags(context);
  const payload = toJsonObject(context);
  return stored === null
    ? { op: 'create', draft: { schema_name, audience, tags, context: payload } }
    : { op: 'update', id: stored.id, if_match: stored.version, patch: { context: payload, tags } };
}

/** The payload of a version that nobody asked for. */
function withoutChanger<Payload extends { readonly changed_by?: string }>(
  payload: Payload,
): Omit<Payload, 'changed_by'> {
  const { changed_by: _, ...rest } = payload;
  return rest;
}

/** Writes a short-term memory: a new one, or the next version of the stored one if nobody has changed it. */
export const writeShort = (stored: ShortMemory | null, context: MemoryShortV1, audience: Audience): Write =>
  write(MemoryShort.name, stored, withoutChanger(context), audience);

/** Writes a section in the same way. */
export const writeLong = (stored: LongMemory | null, context: MemoryLongV1, audience: Audience): Write =>
  write(MemoryLong.name, stored, withoutChanger(context), audience);

/** Writes the next version of a memory with facts that a participant has changed, named by kind and id. */
export const writeChange = (memory: Memory, facts: MemoryLongV1['facts'], changed_by: string): Write =>
  write(memory.schema_name, memory, { ...memory.context, facts, changed_by }, memory.audience);

/** What a commit wrote. Throws `unavailable`, which is transient, where another change was committed first: the work begins again with what is stored then. */
export function requireCommitted(written: readonly Ref[] | null): readonly Ref[] {
  if (written === null)
    throw refuse('unavailable', 'The memory was changed by somebody else meanwhile; the keeper tries again.');
  return written;
}
