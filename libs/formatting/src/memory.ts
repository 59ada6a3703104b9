import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryEntry } from '@crumbtrail/contracts/operations/memory-reading';

/** What a memory is of: the session of a short-term one, the section of a long-term one. */
export const memoryPlace = ({ tier, session, section }: Pick<MemoryEntry, 'tier' | 'session' | 'section'>): string =>
  tier === 'short' ? `session ${session ?? ''}` : (section ?? '');

/** What is special about a fact, a few words for each; empty where nothing is. */
export function factMarks({
  pinned,
  superseded_by,
  until,
  contradicts = [],
  edited_by,
}: MemoryFact): readonly string[] {
  return [
    ...(pinned ? ['pinned'] : []),
    ...(superseded_by === undefined ? [] : [`superseded by ${superseded_by}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(contradicts.length > 0 ? [`contradicts ${contradicts.join(', ')}`] : []),
    ...(edited_by === undefined ? [] : [`edited by ${edited_by}`]),
  ];
}
