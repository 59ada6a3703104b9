import type { LoreEntryV1 } from '@crumbtrail/contracts';
import type { LoreStrategy } from '../entries/stratum';
import type { CardField } from '../keys/where';
import type { MessageCounts, TimedEffect } from './timed-effects';

/** A message of the conversation. */
export interface LoreMessage {
  readonly id: string;
  /** Who speaks, as keys may name them. */
  readonly name: string;
  readonly role: 'user' | 'agent' | 'system';
  readonly text: string;
}

/** A text outside the conversation that is searched for keys: a note, a summary, an injection. */
export interface ScannableInjection {
  readonly id: string;
  readonly text: string;
}

/** Settings of an activation. */
export interface LoreSettings {
  /** Newest messages that are searched for keys. Default 2. */
  readonly scan_depth: number;
  /** Whether the content of active entries activates others. Default true. */
  readonly recursion: boolean;
  /** The most passes, the first counted; 0: no limit but that of the engine. With a limit, `min_activations` has no effect. Default 0. */
  readonly max_recursion_steps: number;
  /** Fewer active entries than this widen the search, one message at a time. Default 0. */
  readonly min_activations: number;
  /** The most messages that `min_activations` searches; 0: all. Default 0. */
  readonly min_activations_depth_max: number;
  /** Share of the context that lore may take, in percent. Default 25. */
  readonly budget_percent: number;
  /** The most tokens that lore may take; 0: no cap. Default 0. */
  readonly budget_cap: number;
  /** Whether the speaker's name is part of the searched text. Default true. */
  readonly include_names: boolean;
  /** Default false. */
  readonly case_sensitive: boolean;
  /** Default true. */
  readonly match_whole_words: boolean;
  /** Whether entries of a group with fewer matching keys lose. Default false. */
  readonly use_group_scoring: boolean;
  /** Default `evenly`. */
  readonly strategy: LoreStrategy;
}

/** What holds where nothing is set. */
export const DEFAULT_LORE_SETTINGS: LoreSettings = {
  scan_depth: 2,
  recursion: true,
  max_recursion_steps: 0,
  min_activations: 0,
  min_activations_depth_max: 0,
  budget_percent: 25,
  budget_cap: 0,
  include_names: true,
  case_sensitive: false,
  match_whole_words: true,
  use_group_scoring: false,
  strategy: 'evenly',
};

/** What a context is generated for. */
export type GenerationType = NonNullable<LoreEntryV1['triggers']>[number];

/** Names an entry. */
export interface EntryRef {
  readonly book: string;
  readonly id: string;
}

/** What {@link activate} works on. */
export interface LoreInput {
  /** Newest first. Those that its reader may not read are left out. */
  readonly messages: readonly LoreMessage[];
  /** Default: of `messages`. Give it when `messages` holds only the newest. */
  readonly counts?: MessageCounts;
  /** The agent that is about to speak: its participant id, its name and its tags. */
  readonly agent: { readonly id: string; readonly name?: string; readonly tags?: readonly string[] };
  /** Texts that entries may opt in to. */
  readonly fields?: Readonly<Partial<Record<CardField, string>>>;
  readonly injections?: readonly ScannableInjection[];
  /** Default `normal`. */
  readonly generation?: GenerationType;
  /** Entries that a search by meaning found. Only entries with `vectorized` count. */
  readonly external?: readonly EntryRef[];
  /** Effects of earlier turns of this session. */
  readonly timed?: readonly TimedEffect[];
  /** Settings that differ from {@link DEFAULT_LORE_SETTINGS}. */
  readonly settings?: Partial<LoreSettings>;
  /** Size of the whole context in tokens, of which `budget_percent` is a share. */
  readonly contextTokens: number;
  /** Session and turn: the same seed gives the same draws. */
  readonly seed: { readonly session: string; readonly turn: string };
  /** Whether the author's note is due, at which entries may stand. Default true. */
  readonly noteDue?: boolean;
  readonly countTokens: (text: string) => number;
  /** Expands the macros of keys and contents. Default: leaves them as they are. */
  readonly expand?: (text: string, entry: EntryRef) => string;
}
