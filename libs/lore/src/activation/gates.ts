import type { CompiledEntry } from '../entries/compile-lore';
import type { Evaluation } from './evaluation';
import type { LoreInput } from './input';
import { decideByKeys } from './key-gate';
import { isCooling, isSticky, type MessageCounts } from './timed-effects';
import type { LoreCause, LoreOutcome } from './verdict';

/** A gate: the verdict that stops an entry, `pass over` without a new verdict, or null: it goes on to the next gate. */
type Gate = (evaluation: Evaluation, candidate: CompiledEntry) => LoreOutcome | 'pass over' | null;

const isActiveOrFailed: Gate = ({ active, failed }, { key }) =>
  active.has(key) || failed.has(key) ? 'pass over' : null;

const isDisabled: Gate = (_, { entry }) => (entry.enabled === false ? { verdict: 'disabled' } : null);

const hasOtherTrigger: Gate = ({ generation }, { entry: { triggers = [] } }) =>
  triggers.length === 0 || triggers.includes(generation) ? null : { verdict: 'generation_type', generation };

const isForOtherAgent: Gate = ({ input: { agent } }, { entry }) =>
  isForAgent(entry.agents, agent) ? null : { verdict: 'other_agent', agent: agent.id };

function isForAgent(filter: CompiledEntry['entry']['agents'], agent: LoreInput['agent']): boolean {
  if (!filter) return true;
  const { names = [], tags = [], exclude = false } = filter;
  const isNamed = [agent.id, agent.name].some((name) => name !== undefined && names.includes(name));
  const isTagged = tags.some((tag) => agent.tags?.includes(tag));
  if (exclude) return !isNamed && !isTagged;
  return (isNamed || names.length === 0) && (isTagged || tags.length === 0);
}

const isDelayed: Gate = ({ now: { counts } }, { entry: { delay = 0 } }) =>
  counts.all < delay ? { verdict: 'delay', needs: delay, messages: counts.all } : null;

const isInCooldown: Gate = (evaluation, candidate) => {
  const effect = evaluation.effectOf(candidate);
  const isBlocked = isCooling(effect, evaluation.now.counts.all);
  return effect && isBlocked ? { verdict: 'cooldown', until: effect.cooldown_until } : null;
};

const isStickyNow = (evaluation: Evaluation, candidate: CompiledEntry): boolean =>
  isSticky(evaluation.effectOf(candidate), evaluation.now.counts.all);

const unlessSticky =
  (gate: Gate): Gate =>
  (evaluation, candidate) =>
    isStickyNow(evaluation, candidate) ? null : gate(evaluation, candidate);

const waitsForRecursion: Gate = ({ kind, level }, { entry: { delay_until_recursion: delay = 0 } }) =>
  delay > 0 && (kind !== 'recursion' || delay > level) ? { verdict: 'delayed_until_recursion', level: delay } : null;

/** An entry that recursion does not reach keeps the verdict of the pass before. */
const isOutsideRecursion: Gate = (evaluation, candidate) => {
  const isReached = !candidate.entry.exclude_recursion && evaluation.isRecursive(candidate);
  return evaluation.kind === 'recursion' && !isReached ? 'pass over' : null;
};

const isCountNotDue: Gate = ({ now: { counts } }, { entry: { count } }) => {
  if (!count || isDue(count, counts)) return null;
  const of = count.of ?? 'all';
  return { verdict: 'count_not_due', of, messages: counts[of] };
};

function isDue(count: NonNullable<CompiledEntry['entry']['count']>, counts: MessageCounts): boolean {
  const { every = 1, of = 'all' } = count;
  const { from = every, until = Infinity } = count;
  const messages = counts[of];
  return messages >= from && messages <= until && (messages - from) % every === 0;
}

/** In the order in which they are asked. */
const GATES: readonly Gate[] = [
  isActiveOrFailed,
  isDisabled,
  hasOtherTrigger,
  isForOtherAgent,
  isDelayed,
  isInCooldown,
  unlessSticky(waitsForRecursion),
  unlessSticky(isOutsideRecursion),
  unlessSticky(isCountNotDue),
];

/** What triggers an entry in this pass, its verdict, or `pass over`: nothing new. */
export function passGates(evaluation: Evaluation, candidate: CompiledEntry): LoreCause | LoreOutcome | 'pass over' {
  for (const gate of GATES) {
    const outcome = gate(evaluation, candidate);
    if (outcome) return outcome;
  }
  return forcedCause(evaluation, candidate) ?? triggerOf(evaluation, candidate);
}

function forcedCause(evaluation: Evaluation, { decorated, entry, key }: CompiledEntry): LoreCause | LoreOutcome | null {
  if (decorated.forced === 'on') return { by: 'decorator' };
  if (decorated.forced === 'off') return { verdict: 'suppressed' };
  const isFound = entry.vectorized && evaluation.external.has(key);
  return isFound ? { by: 'meaning' } : null;
}

function triggerOf(evaluation: Evaluation, candidate: CompiledEntry): LoreCause | LoreOutcome {
  const { entry } = candidate;
  if (entry.constant) return { by: 'constant' };
  const effect = evaluation.effectOf(candidate);
  const { counts } = evaluation.now;
  if (effect && isSticky(effect, counts.all)) return { by: 'sticky', until: effect.sticky_until };
  const of = entry.count?.of ?? 'all';
  if (entry.count && candidate.keys.length === 0) return { by: 'count', of, messages: counts[of] };
  return decideByKeys(evaluation, candidate);
}
