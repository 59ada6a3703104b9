import { entryKey, type CompiledEntry, type CompiledLore } from '../entries/compile-lore';
import type { CardField } from '../keys/where';
import { Evaluation, type ActiveEntry } from './evaluation';
import { DEFAULT_LORE_SETTINGS, type LoreInput } from './input';
import { runPasses } from './passes';
import { placeEntries, unplacedReason, type LorePlacement } from './placement';
import {
  effectOf,
  effectsInForce,
  type EffectsInForce,
  type MessageCounts,
  type Now,
  type TimedChanges,
} from './timed-effects';
import type { ActiveOutcome, LoreOutcome, LoreVerdict } from './verdict';

/** What an activation decided. */
export interface LoreResult {
  readonly placements: readonly LorePlacement[];
  /** One for each entry, in the order in which the entries were given. */
  readonly verdicts: readonly LoreVerdict[];
  /** To be stored when the turn commits. */
  readonly timedEffects: TimedChanges;
}

/**
 * Decides which entries are active in a turn, where they stand, and why the others are not. The same arguments give the same result: it reads
 * no clock, draws by the seed, and writes nothing.
 */
export function activate(lore: CompiledLore, input: LoreInput): LoreResult {
  const settings = { ...DEFAULT_LORE_SETTINGS, ...input.settings };
  const now: Now = { counts: input.counts ?? countMessages(input), messages: input.messages.map(({ id }) => id) };
  const entries = new Map(lore.entries.map((candidate) => [candidate.key, candidate]));
  const effects = effectsInForce(input.timed ?? [], entries, now);
  const evaluation = new Evaluation(lore, { ...input, settings }, effects.byEntry, now);
  addOtherTexts(evaluation, input);
  runPasses(evaluation);
  const active = [...evaluation.active.values()];
  const placed = active.filter((entry) => unplacedReason(entry, input.noteDue ?? true) === null);
  return {
    placements: placeEntries(placed, input.countTokens),
    verdicts: lore.entries.map((candidate) => verdictOn(evaluation, candidate)),
    timedEffects: changesOf(active, effects, now),
  };
}

function countMessages({ messages }: LoreInput): MessageCounts {
  const of = (role: string): number => messages.filter((message) => message.role === role).length;
  return { all: messages.length, user: of('user'), agent: of('agent') };
}

function addOtherTexts({ search }: Evaluation, { fields = {}, injections = [] }: LoreInput): void {
  for (const [field, text] of Object.entries(fields)) {
    if (text) search.add({ place: { in: 'field', field: field as CardField }, text });
  }
  for (const { id, text } of injections) search.add({ place: { in: 'injection', id }, text });
}

function verdictOn(evaluation: Evaluation, { entry, key }: CompiledEntry): LoreVerdict {
  const { book, id, comment } = entry;
  const active = evaluation.active.get(key);
  const { outcome, pass } = active
    ? { outcome: withPlace(active, evaluation.input.noteDue ?? true), pass: active.pass }
    : (evaluation.rejected.get(key) as { outcome: LoreOutcome; pass: number });
  return { book, id, ...(comment ? { comment } : {}), pass, ...outcome };
}

function withPlace(active: ActiveEntry, isNoteDue: boolean): ActiveOutcome {
  const unplaced = unplacedReason(active, isNoteDue);
  return unplaced ? { ...active.outcome, unplaced } : active.outcome;
}

function changesOf(active: readonly ActiveEntry[], { byEntry, remove }: EffectsInForce, now: Now): TimedChanges {
  const effects = active.map(({ candidate }) => effectOf(candidate, byEntry.get(candidate.key), now));
  const set = effects.filter((effect) => effect !== null);
  const replaced = new Set(set.map(entryKey));
  return { set, remove: remove.filter((ended) => !replaced.has(entryKey(ended))) };
}
