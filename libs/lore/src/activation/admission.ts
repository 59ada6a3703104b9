import type { CompiledEntry } from '../entries/compile-lore';
import type { ActiveEntry, Evaluation, Triggered } from './evaluation';
import { decideGroups, type GroupWin } from './groups';
import { drawNumber } from '../draws/draw-number';
import type { ActiveOutcome, LoreOutcome } from './verdict';

/** The most tokens that lore takes together. */
export function budgetOf({ settings, input }: Evaluation): number {
  const share = Math.max(1, Math.round((settings.budget_percent * input.contextTokens) / 100));
  return settings.budget_cap > 0 ? Math.min(share, settings.budget_cap) : share;
}

/** Groups, then probability, then budget decide which of the triggered entries become active. Returns those. */
export function admit(evaluation: Evaluation, triggered: readonly Triggered[]): readonly ActiveEntry[] {
  const { remaining, wins } = decideGroups(evaluation, stickyFirst(triggered));
  const added: ActiveEntry[] = [];
  for (const one of remaining.toSorted((a, b) => precedence(a) - precedence(b))) {
    const entry = admitOne(evaluation, one, wins.get(one.candidate.key));
    if (entry) added.push(entry);
  }
  return added;
}

const isStickyCause = ({ cause }: Triggered): boolean => cause.by === 'sticky';

const stickyFirst = (triggered: readonly Triggered[]): readonly Triggered[] =>
  triggered.toSorted((a, b) => Number(isStickyCause(b)) - Number(isStickyCause(a)));

/** Constant entries get their share of the budget first, then sticky ones. */
function precedence(one: Triggered): number {
  if (one.candidate.entry.constant) return 0;
  return isStickyCause(one) ? 1 : 2;
}

function admitOne(evaluation: Evaluation, one: Triggered, won: readonly GroupWin[] | undefined): ActiveEntry | null {
  const { candidate, cause } = one;
  const roll = rollFor(evaluation, one);
  if (roll && !roll.passed) {
    evaluation.failed.add(candidate.key);
    return refuse(evaluation, candidate, { verdict: 'probability', roll: roll.value, probability: roll.needed });
  }
  const text = evaluation.expand(candidate.decorated.content, candidate);
  const tokens = evaluation.input.countTokens(text);
  const excess = chargeTokens(evaluation, candidate, tokens);
  if (excess) return refuse(evaluation, candidate, excess);
  const outcome: ActiveOutcome = {
    verdict: 'active',
    cause,
    tokens,
    ...(roll && { roll: roll.value }),
    ...(won && { won }),
  };
  const entry: ActiveEntry = { candidate, outcome, text, pass: evaluation.pass };
  evaluation.active.set(candidate.key, entry);
  for (const group of candidate.entry.groups ?? []) evaluation.winners.set(group, candidate.entry.id);
  return entry;
}

function refuse(evaluation: Evaluation, candidate: CompiledEntry, outcome: LoreOutcome): null {
  evaluation.reject(candidate, outcome);
  return null;
}

interface Roll {
  readonly value: number;
  readonly needed: number;
  readonly passed: boolean;
}

/** The roll of an entry in percent; null: it needs none. */
function rollFor({ input }: Evaluation, { candidate: { entry, key }, cause }: Triggered): Roll | null {
  const { probability: needed = 100, use_probability: isUsed = true } = entry;
  if (!isUsed || needed >= 100 || cause.by === 'sticky') return null;
  const value = drawNumber(input.seed, 'lore probability', key) * 100;
  return { value, needed, passed: value < needed };
}

/** Takes the tokens of an entry from the budgets, or says which has too few left. After that, only exempt entries are added. */
function chargeTokens(evaluation: Evaluation, { entry, book }: CompiledEntry, tokens: number): LoreOutcome | null {
  if (entry.ignore_budget) return null;
  const left = budgetOf(evaluation) - evaluation.usedTokens;
  if (evaluation.isOverBudget || tokens > left) {
    evaluation.isOverBudget = true;
    return { verdict: 'over_budget', tokens, left, budget: 'all' };
  }
  const used = evaluation.usedByBook.get(book.name) ?? 0;
  const leftInBook = (book.settings?.token_budget ?? Infinity) - used;
  if (tokens > leftInBook) return { verdict: 'over_budget', tokens, left: leftInBook, budget: 'book' };
  evaluation.usedTokens += tokens;
  evaluation.usedByBook.set(book.name, used + tokens);
  return null;
}
