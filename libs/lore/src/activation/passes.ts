import { MAX_PASSES, MAX_SCAN_DEPTH } from '../limits';
import { admit } from './admission';
import type { ActiveEntry, Evaluation, Triggered } from './evaluation';
import { passGates } from './gates';

/** Runs passes until nothing more can become active. */
export function runPasses(evaluation: Evaluation): void {
  const levels = delayLevels(evaluation);
  for (;;) {
    const added = runPass(evaluation);
    if (!prepareNextPass(evaluation, added, levels)) return;
    evaluation.pass += 1;
  }
}

function runPass(evaluation: Evaluation): readonly ActiveEntry[] {
  evaluation.scanMessages();
  const triggered: Triggered[] = [];
  for (const candidate of evaluation.lore.candidates[evaluation.settings.strategy]) {
    const result = passGates(evaluation, candidate);
    if (result === 'pass over') continue;
    if ('by' in result) triggered.push({ candidate, cause: result });
    else evaluation.reject(candidate, result);
  }
  return admit(evaluation, triggered);
}

/** The levels of entries that wait for recursion, lowest first. */
function delayLevels(evaluation: Evaluation): number[] {
  const waiting = evaluation.lore.entries.filter((candidate) => evaluation.isRecursive(candidate));
  const levels = waiting.map(({ entry }) => entry.delay_until_recursion ?? 0).filter((level) => level > 0);
  return [...new Set(levels)].toSorted((a, b) => a - b);
}

/** Decides what the next pass searches; false: there is none. Opens delay levels. */
function prepareNextPass(evaluation: Evaluation, added: readonly ActiveEntry[], levels: number[]): boolean {
  const most = evaluation.settings.max_recursion_steps || MAX_PASSES;
  if (evaluation.isOverBudget || evaluation.pass >= Math.min(most, MAX_PASSES)) return false;
  if (addContents(evaluation, added)) return beginRecursion(evaluation, levels, false);
  if (widen(evaluation)) return true;
  return levels.length > 0 && beginRecursion(evaluation, levels, true);
}

/** Makes the contents of new entries searchable; false: none of them activates others. */
function addContents(evaluation: Evaluation, added: readonly ActiveEntry[]): boolean {
  const feeding = added.filter(
    ({ candidate, text }) =>
      !candidate.entry.prevent_recursion && evaluation.isRecursive(candidate) && text.trim() !== '',
  );
  for (const { candidate, text } of feeding) {
    const { book, id } = candidate.entry;
    evaluation.search.add({ place: { in: 'content', book, id }, text });
  }
  return feeding.length > 0;
}

/** The lowest level opens with the first recursion, the next when scanning would stop otherwise. */
function beginRecursion(evaluation: Evaluation, levels: number[], isNextLevel: boolean): true {
  evaluation.kind = 'recursion';
  if (isNextLevel || evaluation.level === 0) evaluation.level = levels.shift() ?? evaluation.level;
  return true;
}

/** Searches one message more if too few entries are active; false: enough are, or there is no further message. */
function widen(evaluation: Evaluation): boolean {
  const { min_activations, min_activations_depth_max, max_recursion_steps, scan_depth } = evaluation.settings;
  if (max_recursion_steps > 0 || evaluation.active.size >= min_activations) return false;
  const most = Math.min(min_activations_depth_max || MAX_SCAN_DEPTH, evaluation.input.messages.length, MAX_SCAN_DEPTH);
  if (scan_depth + evaluation.widened + 1 > most) return false;
  evaluation.kind = 'min_activations';
  evaluation.widened += 1;
  return true;
}
