import type { CompiledEntry } from '../entries/compile-lore';
import type { Key } from '../keys/compile-keys';
import type { Evaluation } from './evaluation';
import type { FoundKey, LoreCause, LoreOutcome } from './verdict';

interface Lookup {
  readonly found: readonly FoundKey[];
  /** The first regular expression that could not be run. */
  readonly problem: LoreOutcome | null;
}

/** Looks keys up: the first that is found, or all of them. */
function lookUp(evaluation: Evaluation, candidate: CompiledEntry, keys: readonly Key[], isAll: boolean): Lookup {
  const found: FoundKey[] = [];
  let problem: LoreOutcome | null = null;
  for (const key of keys) {
    const finding = evaluation.find(candidate, key);
    if (finding && 'found' in finding) found.push({ key: finding.text, place: finding.found });
    else if (finding) problem ??= { verdict: finding.problem, key: key.written, reason: finding.reason };
    if (found.length > 0 && !isAll) break;
  }
  return { found, problem };
}

const LOGIC = {
  and_any: (found: number) => found > 0,
  and_all: (found: number, all: number) => found === all,
  not_any: (found: number) => found === 0,
  not_all: (found: number, all: number) => found < all,
};

/** Whether the keys of an entry are mentioned as its logic demands; otherwise the verdict. */
export function decideByKeys(evaluation: Evaluation, candidate: CompiledEntry): LoreCause | LoreOutcome {
  const primary = lookUp(evaluation, candidate, candidate.keys, false);
  const key = primary.found[0];
  if (!key) return primary.problem ?? { verdict: 'no_key', depth: evaluation.depthOf(candidate) };
  if (candidate.secondaryKeys.length === 0) return { by: 'key', key, secondary: [] };
  const logic = candidate.entry.logic ?? 'and_any';
  const { found, problem } = lookUp(evaluation, candidate, candidate.secondaryKeys, true);
  // What a key that could not be looked up would have decided is not known.
  if (problem && logic !== 'and_any') return problem;
  if (LOGIC[logic](found.length, candidate.secondaryKeys.length)) return { by: 'key', key, secondary: found };
  return problem ?? { verdict: 'secondary_keys', logic, key, secondary: found };
}

/** How many keys of an entry are mentioned, by the rules of group scoring. Negative logics add nothing. */
export function scoreOf(evaluation: Evaluation, candidate: CompiledEntry): number {
  const primary = lookUp(evaluation, candidate, candidate.keys, true).found.length;
  if (primary === 0) return 0;
  const secondary = lookUp(evaluation, candidate, candidate.secondaryKeys, true).found.length;
  const logic = candidate.entry.logic ?? 'and_any';
  if (logic === 'and_any') return primary + secondary;
  return logic === 'and_all' && secondary === candidate.secondaryKeys.length ? primary + secondary : primary;
}
