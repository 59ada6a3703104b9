import type { LoreEntryV1 } from '@crumbtrail/contracts';
import type { KeyPlace } from '../keys/where';
import type { GenerationType } from './input';

/** A key and where it was found. */
export interface FoundKey {
  /** The key with its macros expanded. */
  readonly key: string;
  readonly place: KeyPlace;
}

/** What activated an entry. */
export type LoreCause =
  | { readonly by: 'key'; readonly key: FoundKey; readonly secondary: readonly FoundKey[] }
  | { readonly by: 'constant' }
  | { readonly by: 'sticky'; readonly until: number }
  | { readonly by: 'count'; readonly of: 'all' | 'user' | 'agent'; readonly messages: number }
  | { readonly by: 'decorator' }
  | { readonly by: 'meaning' };

/** How an entry lost a group. A `roll` is in [0, 1). */
export type GroupDecision = 'sticky' | 'score' | 'earlier_pass' | 'override' | 'weight';

/** What became of an entry, and why. */
export type LoreOutcome =
  | ActiveOutcome
  | { readonly verdict: 'disabled' }
  | { readonly verdict: 'generation_type'; readonly generation: GenerationType }
  | { readonly verdict: 'other_agent'; readonly agent: string }
  | { readonly verdict: 'delay'; readonly needs: number; readonly messages: number }
  | { readonly verdict: 'cooldown'; readonly until: number }
  | { readonly verdict: 'count_not_due'; readonly of: 'all' | 'user' | 'agent'; readonly messages: number }
  | { readonly verdict: 'delayed_until_recursion'; readonly level: number }
  | { readonly verdict: 'suppressed' }
  | { readonly verdict: 'no_key'; readonly depth: number }
  | {
      readonly verdict: 'secondary_keys';
      readonly logic: NonNullable<LoreEntryV1['logic']>;
      readonly key: FoundKey;
      readonly secondary: readonly FoundKey[];
    }
  | { readonly verdict: 'regex_timeout'; readonly key: string; readonly reason: string }
  | { readonly verdict: 'regex_refused'; readonly key: string; readonly reason: string }
  | {
      readonly verdict: 'group_lost';
      readonly group: string;
      readonly to: string;
      readonly decision: GroupDecision;
      readonly roll?: number;
    }
  | { readonly verdict: 'probability'; readonly roll: number; readonly probability: number }
  | {
      readonly verdict: 'over_budget';
      readonly tokens: number;
      readonly left: number;
      readonly budget: 'all' | 'book';
    };

/** An entry that is active. */
export interface ActiveOutcome {
  readonly verdict: 'active';
  readonly cause: LoreCause;
  readonly tokens: number;
  /** Its roll in percent, if it needed one. */
  readonly roll?: number;
  /** Groups that it won. */
  readonly won?: readonly { readonly group: string; readonly over: readonly string[]; readonly roll?: number }[];
  /** Why it stands nowhere: the author's note is not due in this turn, or its content is empty. */
  readonly unplaced?: 'note_not_due' | 'empty';
}

/** The verdict on one entry. */
export type LoreVerdict = LoreOutcome & {
  readonly book: string;
  readonly id: string;
  readonly comment?: string;
  /** The pass that decided, from 1. */
  readonly pass: number;
};
