import type { ActiveEntry } from './evaluation';
import type { EntryRef } from './input';

const POSITIONS = ['before', 'after', 'note_top', 'note_bottom', 'examples_top', 'examples_bottom'] as const;
/** At one depth, the system's message is nearest to the reply. */
const ROLES = ['assistant', 'user', 'system'] as const;
const DEFAULT_DEPTH = 4;

/** Where a text stands. `depth` 0 is after the last message, 1 before it; deeper than the history is its beginning. */
export type LoreSlot =
  | { readonly position: (typeof POSITIONS)[number] }
  | { readonly position: 'at_depth'; readonly depth: number; readonly role: (typeof ROLES)[number] }
  | { readonly position: 'outlet'; readonly outlet: string };

/** A text to be placed, of one or more entries. */
export type LorePlacement = LoreSlot & {
  readonly text: string;
  readonly tokens: number;
  /** Its entries, in the order of their texts: the lowest `order` first. */
  readonly entries: readonly EntryRef[];
};

/** Why an active entry stands nowhere; null: it has a place. */
export function unplacedReason({ candidate, text }: ActiveEntry, isNoteDue: boolean): 'note_not_due' | 'empty' | null {
  const position = positionOf(candidate);
  if (!isNoteDue && (position === 'note_top' || position === 'note_bottom')) return 'note_not_due';
  return text.trim() === '' ? 'empty' : null;
}

/** The texts of active entries by slot: fixed positions, then depths from the deepest, then outlets by name. */
export function placeEntries(active: readonly ActiveEntry[], countTokens: (text: string) => number): LorePlacement[] {
  const slots = new Map<string, { slot: LoreSlot; entries: ActiveEntry[] }>();
  for (const entry of active.toSorted(byOrder)) {
    const slot = slotOf(entry);
    const key = JSON.stringify(slot);
    const known = slots.get(key);
    if (known) known.entries.push(entry);
    else slots.set(key, { slot, entries: [entry] });
  }
  return [...slots.values()]
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map(({ slot, entries }) => {
      const text = entries.map((entry) => entry.text).join('\n');
      const refs = entries.map(({ candidate: { entry } }) => ({ book: entry.book, id: entry.id }));
      return { ...slot, text, tokens: countTokens(text), entries: refs };
    });
}

/** Ascending by order; of equals, the one that is tried first stands nearer to the end. */
const byOrder = (a: ActiveEntry, b: ActiveEntry): number =>
  a.candidate.order - b.candidate.order || b.candidate.index - a.candidate.index;

const positionOf = ({ entry }: ActiveEntry['candidate']): LoreSlot['position'] => entry.position ?? 'before';

function slotOf({ candidate }: ActiveEntry): LoreSlot {
  const { depth = DEFAULT_DEPTH, role = 'system', outlet = '' } = candidate.entry;
  const position = positionOf(candidate);
  if (position === 'at_depth') return { position, depth, role };
  return position === 'outlet' ? { position, outlet } : { position };
}

function compareSlots(a: LoreSlot, b: LoreSlot): number {
  if (a.position === 'at_depth' && b.position === 'at_depth') {
    return b.depth - a.depth || ROLES.indexOf(a.role) - ROLES.indexOf(b.role);
  }
  if (a.position === 'outlet' && b.position === 'outlet') return a.outlet < b.outlet ? -1 : 1;
  return rankOfSlot(a) - rankOfSlot(b);
}

function rankOfSlot({ position }: LoreSlot): number {
  if (position === 'at_depth') return POSITIONS.length;
  return position === 'outlet' ? POSITIONS.length + 1 : POSITIONS.indexOf(position);
}
