import { MemoryShort, type MemoryFact, type MemoryLongV1, type MemoryShortV1 } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';
import { toEnvelope, type CrumbRow, type VersionRow } from '../reading/envelope';
import { selectFacts, type KnownFacts } from './known-facts';

/** A memory as it is stored. */
export type MemoryRow = CrumbRow & VersionRow;

/** The payload of a memory of either tier. */
export type MemoryPayload = Partial<Pick<MemoryShortV1, 'session' | 'shadow'> & Pick<MemoryLongV1, 'section'>> &
  Pick<MemoryLongV1, 'agent' | 'facts' | 'method' | 'changed_by' | 'revision'>;

/** The payload of a memory; the store has checked it when it was written. */
export const payloadOf = ({ context }: Pick<MemoryRow, 'context'>): MemoryPayload =>
  context as unknown as MemoryPayload;

/** A memory with the facts that may be known. `complete` says whom facts are about that do not say so. */
export function toMemoryEntry(
  row: MemoryRow,
  known: KnownFacts,
  complete: (fact: MemoryFact) => MemoryFact,
): MemoryEntry {
  const { id, version, audience, updated_at } = toEnvelope(row);
  const { agent, session, section, facts, shadow, method } = payloadOf(row);
  return {
    id,
    version,
    tier: row.schema_name === MemoryShort.name ? 'short' : 'long',
    agent,
    ...(session === undefined ? {} : { session }),
    ...(section === undefined ? {} : { section }),
    audience,
    facts: selectFacts(facts.map(complete), known),
    ...(shadow === undefined || known.about !== undefined ? {} : { shadow }),
    ...(method === undefined ? {} : { method }),
    updated_at,
  };
}
