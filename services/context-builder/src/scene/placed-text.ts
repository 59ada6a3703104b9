import type { CrumbAuthor, Ref } from '@crumbtrail/contracts';

/** The role of the chat message that a text in the conversation is sent as. */
export type PlacedRole = 'system' | 'user' | 'assistant';

/** Where a text of an author stands: above everything, directly above the conversation, or in it. */
export type TextPlace =
  | { readonly slot: 'before' | 'after' }
  | { readonly slot: 'at_depth'; readonly depth: number; readonly role: PlacedRole };

/** A text that an author put into the context, beside what was found in the log. */
export interface PlacedText {
  /** What it is, for the account: `scenario`, `note`, `injection storm`. */
  readonly source: string;
  /** The crumbs that it comes from. */
  readonly refs: readonly Ref[];
  readonly place: TextPlace;
  /** Its heading; texts under the same heading stand together. */
  readonly heading: string;
  /** Its name in formats that have elements. */
  readonly name?: string;
  readonly author: CrumbAuthor;
  readonly text: string;
}

/** The heading of entries of lore. */
export const LORE_HEADING = 'Lore';

/** A placed text that did not fit. */
export interface OmittedText {
  readonly source: string;
  readonly tokens: number;
}

/** Texts with the same place, depth and role are shown in the order given; of roles at one depth, system stands last, closest to the reply. */
const ROLE_ORDER: readonly PlacedRole[] = ['assistant', 'user', 'system'];

/** A text in the conversation. */
export interface AtDepth {
  readonly place: Extract<TextPlace, { slot: 'at_depth' }>;
}

/** Orders texts in the conversation from its top to its end. */
export function compareDepths(a: AtDepth['place'], b: AtDepth['place']): number {
  return b.depth - a.depth || ROLE_ORDER.indexOf(a.role) - ROLE_ORDER.indexOf(b.role);
}

/** Keeps texts, in the order given, while they fit into the room; skips those that do not fit. */
export function fitPlacedTexts(
  texts: readonly PlacedText[],
  room: number,
  cost: (text: PlacedText) => number,
): { readonly placed: readonly PlacedText[]; readonly omitted: readonly OmittedText[]; readonly tokens: number } {
  const placed: PlacedText[] = [];
  const omitted: OmittedText[] = [];
  let used = 0;
  for (const text of texts) {
    const tokens = cost(text);
    if (used + tokens > room) omitted.push({ source: text.source, tokens });
    else {
      placed.push(text);
      used += tokens;
    }
  }
  return { placed, omitted, tokens: used };
}
