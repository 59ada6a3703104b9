import { type EffectsInForce, type Now, type TimedEffect } from './timed-effects';
import { entryKey, type CompiledEntry, type CompiledLore } from '../entries/compile-lore';
import { KeySearch, type KeyFinding, type KeyMatching } from '../keys/key-search';
import type { Key } from '../keys/compile-keys';
import type { Reach } from '../keys/where';
import { MAX_SCAN_DEPTH } from '../limits';
import type { GenerationType, LoreInput, LoreSettings } from './input';
import type { ActiveOutcome, LoreOutcome } from './verdict';

/** What a pass searches. */
export type PassKind = 'initial' | 'recursion' | 'min_activations';

/** An entry that passed the gates of a pass. */
export interface Triggered {
  readonly candidate: CompiledEntry;
  readonly cause: ActiveOutcome['cause'];
}

/** An entry that is active in the end. */
export interface ActiveEntry {
  readonly candidate: CompiledEntry;
  readonly outcome: ActiveOutcome;
  /** Its content with macros expanded. */
  readonly text: string;
  readonly pass: number;
}

/** The state of one activation: what is fixed, and what its passes have found so far. */
export class Evaluation {
  readonly settings: LoreSettings;
  readonly search: KeySearch;
  readonly active = new Map<string, ActiveEntry>();
  /** The latest verdict on each entry that is not active, with the pass that gave it. */
  readonly rejected = new Map<string, { readonly outcome: LoreOutcome; readonly pass: number }>();
  /** Entries that are out for good: they failed their roll. */
  readonly failed = new Set<string>();
  /** The winner of each group. */
  readonly winners = new Map<string, string>();
  readonly external: ReadonlySet<string>;
  readonly generation: GenerationType;
  pass = 1;
  kind: PassKind = 'initial';
  /** The delay level that is open; 0 in the first pass. */
  level = 0;
  /** Messages that `min_activations` added to the depth. */
  widened = 0;
  usedTokens = 0;
  readonly usedByBook = new Map<string, number>();
  isOverBudget = false;
  private scannedMessages = 0;

  constructor(
    readonly lore: CompiledLore,
    readonly input: LoreInput & { readonly settings: LoreSettings },
    private readonly effects: EffectsInForce['byEntry'],
    readonly now: Now,
  ) {
    this.settings = input.settings;
    this.search = new KeySearch(lore.plainKeys);
    this.external = new Set((input.external ?? []).map(entryKey));
    this.generation = input.generation ?? 'normal';
  }

  /** Scans the messages that any entry needs at the present depth, and no message twice. */
  scanMessages(): void {
    const { messages } = this.input;
    const own = this.lore.entries.reduce((most, candidate) => Math.max(most, this.depthOf(candidate)), 0);
    const depth = Math.min(own, messages.length);
    for (; this.scannedMessages < depth; this.scannedMessages += 1) {
      const index = this.scannedMessages;
      const { id, name, text } = messages[index] as (typeof messages)[number];
      const scanned = this.settings.include_names ? `${name}: ${text}` : text;
      this.search.add({ place: { in: 'message', index, id }, text: scanned });
    }
  }

  /** Newest messages that are searched for the keys of an entry. */
  depthOf({ entry, book }: CompiledEntry): number {
    const own = entry.scan_depth ?? book.settings?.scan_depth;
    return Math.min(own ?? this.settings.scan_depth + this.widened, MAX_SCAN_DEPTH);
  }

  /** Whether an entry takes part in recursion. */
  isRecursive({ book }: CompiledEntry): boolean {
    return book.settings?.recursion ?? this.settings.recursion;
  }

  effectOf({ key }: CompiledEntry): TimedEffect | undefined {
    return this.effects.get(key);
  }

  /** Looks a key of an entry up in the texts that count for it in this pass. */
  find(candidate: CompiledEntry, key: Key): KeyFinding | null {
    const { entry } = candidate;
    const expanded = key.type === 'macro' ? this.expand(key.written, candidate) : key.written;
    return this.search.find(key, expanded, this.reachOf(candidate), this.matchingOf(entry));
  }

  expand(text: string, { entry }: CompiledEntry): string {
    return this.input.expand?.(text, entry) ?? text;
  }

  reject({ key }: CompiledEntry, outcome: LoreOutcome): void {
    this.rejected.set(key, { outcome, pass: this.pass });
  }

  private reachOf(candidate: CompiledEntry): Reach {
    const { entry } = candidate;
    const content = this.kind === 'recursion' && !entry.exclude_recursion && this.isRecursive(candidate);
    return { depth: this.depthOf(candidate), fields: entry.match_fields ?? [], content };
  }

  private matchingOf({ case_sensitive, match_whole_words }: CompiledEntry['entry']): KeyMatching {
    return {
      caseSensitive: case_sensitive ?? this.settings.case_sensitive,
      wholeWords: match_whole_words ?? this.settings.match_whole_words,
    };
  }
}
