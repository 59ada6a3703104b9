import type { LoreEntryV1 } from '@crumbtrail/contracts';

/** A text of the agent's card or of the user that entries may opt in to. */
export type CardField = NonNullable<LoreEntryV1['match_fields']>[number];

/** Where a key was found. */
export type KeyPlace =
  /** `index` 0 is the newest message. */
  | { readonly in: 'message'; readonly index: number; readonly id: string }
  | { readonly in: 'field'; readonly field: CardField }
  | { readonly in: 'injection'; readonly id: string }
  /** The content of an entry that an earlier pass activated. */
  | { readonly in: 'content'; readonly book: string; readonly id: string };

/** A text that is searched for keys. */
export interface ScanText {
  readonly place: KeyPlace;
  readonly text: string;
}

/** Which of the scanned texts count for an entry in a pass. */
export interface Reach {
  /** Newest messages. */
  readonly depth: number;
  readonly fields: readonly CardField[];
  /** Whether contents of entries count. */
  readonly content: boolean;
}

/** Whether a text counts. */
export function reaches({ depth, fields, content }: Reach, place: KeyPlace): boolean {
  if (place.in === 'message') return place.index < depth;
  if (place.in === 'field') return fields.includes(place.field);
  return place.in === 'injection' || content;
}
