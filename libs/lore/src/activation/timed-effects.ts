import { entryKey, type CompiledEntry } from '../entries/compile-lore';

/** Messages in the session so far, which count triggers and timed effects count. */
export interface MessageCounts {
  readonly all: number;
  readonly user: number;
  readonly agent: number;
}

/** What the activation of an entry causes later, in numbers of messages of the session. */
export interface TimedEffect {
  readonly book: string;
  readonly id: string;
  /** Fingerprint of the entry. An entry that was edited has no effects. */
  readonly hash: string;
  /** Number of messages when it was activated. */
  readonly start: number;
  /** The newest message then; null: none. */
  readonly message: string | null;
  /** The last number of messages at which it is active without a trigger; `start` without sticky. */
  readonly sticky_until: number;
  /** The last number of messages at which it cannot be activated; `sticky_until` without cooldown. */
  readonly cooldown_until: number;
}

/** Why an effect is removed. */
export type EffectEnd = 'over' | 'message_deleted' | 'entry_changed';

/** Changes of timed effects, which the caller stores when the turn commits, and only then. No entry is in both lists. */
export interface TimedChanges {
  readonly set: readonly TimedEffect[];
  readonly remove: readonly { readonly book: string; readonly id: string; readonly because: EffectEnd }[];
}

/** The message that effects refer to, and how many there are. */
export interface Now {
  readonly counts: MessageCounts;
  /** Ids, newest first. */
  readonly messages: readonly string[];
}

/** Effects in force, by entry. */
export interface EffectsInForce {
  readonly byEntry: ReadonlyMap<string, TimedEffect>;
  readonly remove: TimedChanges['remove'];
}

/** Divides stored effects into those in force and those to remove. */
export function effectsInForce(
  stored: readonly TimedEffect[],
  entries: ReadonlyMap<string, CompiledEntry>,
  now: Now,
): EffectsInForce {
  const byEntry = new Map<string, TimedEffect>();
  const remove: { book: string; id: string; because: EffectEnd }[] = [];
  const known = new Set(now.messages);
  for (const effect of stored) {
    const entry = entries.get(entryKey(effect));
    const because = endOf(effect, entry, { now, known });
    if (because) remove.push({ book: effect.book, id: effect.id, because });
    // At the number of messages of its own activation it is not in force: the same turn is built again, or another agent's.
    else if (now.counts.all > effect.start) byEntry.set(entryKey(effect), effect);
  }
  return { byEntry, remove };
}

interface Present {
  readonly now: Now;
  readonly known: ReadonlySet<string>;
}

function endOf(effect: TimedEffect, entry: CompiledEntry | undefined, { now, known }: Present): EffectEnd | null {
  // The entry of an effect is absent where its book does not apply, for example for another agent of the session.
  if (entry && entry.hash !== effect.hash) return 'entry_changed';
  const distance = now.counts.all - effect.start;
  if (distance < 0) return 'message_deleted';
  const isInView = effect.message !== null && distance < now.messages.length;
  if (isInView && !known.has(effect.message)) return 'message_deleted';
  return now.counts.all > effect.cooldown_until ? 'over' : null;
}

/** Whether an effect keeps its entry active. */
export const isSticky = (effect: TimedEffect | undefined, messages: number): boolean =>
  effect !== undefined && messages <= effect.sticky_until;

/** Whether an effect keeps its entry from being activated. */
export const isCooling = (effect: TimedEffect | undefined, messages: number): boolean =>
  effect !== undefined && messages > effect.sticky_until && messages <= effect.cooldown_until;

/** The effect that an activation causes; null: none, or one is running, which an activation does not extend. */
export function effectOf(
  { entry, hash }: CompiledEntry,
  running: TimedEffect | undefined,
  { counts, messages }: Now,
): TimedEffect | null {
  const { book, id, sticky = 0, cooldown = 0 } = entry;
  if (hash === null || running) return null;
  const start = counts.all;
  const until = start + sticky;
  const message = messages[0] ?? null;
  return { book, id, hash, start, message, sticky_until: until, cooldown_until: until + cooldown };
}
