import { LARGEST_BUDGET, refuse, SMALLEST_BUDGET, type AccountItem } from '@crumbtrail/contracts';
import type { WhatIfReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { askedMessage } from '../gather/build-input';
import { contextDays } from '../format/days';
import type { ChosenItem } from '../format/layout';
import { computeCap, SMALLEST_CAP } from '../plan/budget';
import { createCounter } from '../plan/counting';
import { fit, type FitResult } from '../fit/fit';
import { gaveWayToText } from '../fit/superseding-texts';
import { itemChunkKey, itemKey } from '../gather/item';
import { planWithBudget } from '../plan/plan';
import { recordedPlan, type RecordedContext } from './recorded-context';
import type { RestoredBuild } from './restore';
import { recordedFormatter, recordedScene } from './replay';

/** Most budgets of one request. */
const MAX_BUDGETS = 16;

/** The requested budgets, each once, smallest first; refuses budgets that a config could not have. */
export function checkBudgets(budgets: unknown): number[] {
  const all: readonly unknown[] = Array.isArray(budgets) ? budgets : [];
  const good = all.filter(
    (one): one is number => Number.isInteger(one) && Number(one) >= SMALLEST_BUDGET && Number(one) <= LARGEST_BUDGET,
  );
  if (all.length === 0 || all.length > MAX_BUDGETS || good.length < all.length)
    throw refuse(
      'invalid_payload',
      `A what-if needs 1 to ${MAX_BUDGETS} budgets, each a whole number of tokens from ${SMALLEST_BUDGET} to ${LARGEST_BUDGET}.`,
    );
  return [...new Set(good)].sort((a, b) => a - b);
}

/** Whether a candidate was dropped by the budget or kept: no budget brings back what was dropped before. */
export function reachedBudget(row: AccountItem): boolean {
  return row.decision === 'kept' || row.decision === 'over_budget' || gaveWayToText(row);
}

const rowKey = ({ id, version, chunk = 0 }: AccountItem): string => itemChunkKey({ id, version, chunk });

interface BudgetFit {
  readonly tokens: number;
  readonly fitted: FitResult;
}

const budgetTooSmall = (max_tokens: number, cap: number): Error =>
  refuse(
    'invalid_payload',
    `Cannot simulate ${max_tokens} tokens: prompt and reply leave only ${cap} tokens of the window.`,
  );

/** Fits the recorded candidates into another budget, by the recorded plan, window and counting. */
function refit(recorded: RecordedContext, restored: RestoredBuild, max_tokens: number): BudgetFit {
  const { message, items } = restored;
  const { context } = recorded;
  const plan = planWithBudget(recordedPlan(recorded), max_tokens);
  const cap = computeCap({ ...context.budget, max_tokens }, context.counting?.margin ?? context.margin);
  if (cap < SMALLEST_CAP) throw budgetTooSmall(max_tokens, cap);
  const count = createCounter(context.tokenizer, context.counting);
  const formatter = recordedFormatter(recorded, restored, cap);
  const { placed, tokens: placedTokens } = recordedScene(recorded, restored, { formatter, cap });
  const view = {
    sections: plan.sections,
    calendar: contextDays(context.now, plan.day_zone),
    asked: askedMessage(restored.input),
    placed,
  };
  const exchanges = new Set(items.filter(({ row }) => row.pinned).map(({ scored }) => itemKey(scored.item)));
  const ranked = items.map(({ scored }) => scored).sort((a, b) => a.rank - b.rank);
  const fitted = fit({ ...view, cap, items: ranked, exchanges, message, count, formatter, placedTokens });
  const { tokens } = fitted.formatted;
  if (tokens > cap) throw budgetTooSmall(max_tokens, cap);
  return { fitted, tokens };
}

function asKept({ cut, tokens }: ChosenItem, row: AccountItem): AccountItem {
  const { reason: _dropped, cut: _recorded, ...rest } = row;
  return { ...rest, decision: 'kept', tokens, ...(cut === undefined ? {} : { cut }) };
}

function asDropped({ cut: _whole, ...row }: AccountItem, { dropped }: FitResult): AccountItem {
  const found = dropped.find(({ scored }) => itemKey(scored.item) === rowKey(row));
  if (found === undefined) return { ...row, decision: 'over_budget', reason: 'its text is no longer available' };
  const { decision, reason } = found;
  return { ...row, decision, ...(reason === undefined ? {} : { reason }) };
}

/** The rows kept by record and simulation of which the simulation shows fewer characters, and more; absent where there are none. */
function changedLengths(
  chosen: readonly AccountItem[],
  recorded: ReadonlyMap<string, AccountItem>,
): Pick<WhatIfReply['budgets'][number], 'shortened' | 'lengthened'> {
  const growth = (row: AccountItem): number => {
    const before = recorded.get(rowKey(row));
    if (before?.decision !== 'kept' || before.cut === row.cut) return 0;
    return (row.cut ?? Infinity) - (before.cut ?? Infinity);
  };
  const shortened = chosen.filter((row) => growth(row) < 0);
  const lengthened = chosen.filter((row) => growth(row) > 0);
  return { ...(shortened.length > 0 && { shortened }), ...(lengthened.length > 0 && { lengthened }) };
}

/** Refuses if the message, or the names and persona around the items, are no longer available. */
function requireSurroundings({ id }: RecordedContext, { around, erased }: RestoredBuild): void {
  const [piece] = around;
  if (!piece) return;
  const subject = `breadcrumb ${piece.id} version ${piece.version}, which context ${id} is built around,`;
  throw erased.includes(piece)
    ? refuse('erased', `Cannot simulate budgets: ${subject} was erased.`)
    : refuse('not_found', `Cannot simulate budgets: ${subject} does not exist, or you may not read it.`);
}

/** Which of the recorded candidates each budget adds and drops; none at the recorded budget. */
export function simulateBudgets(
  recorded: RecordedContext,
  restored: RestoredBuild,
  budgets: readonly number[],
): WhatIfReply {
  requireSurroundings(recorded, restored);
  const { context, items } = recorded;
  const kept = items.filter(({ decision }) => decision === 'kept');
  const rows = new Map(items.map((row) => [rowKey(row), row]));
  const at = (max_tokens: number): WhatIfReply['budgets'][number] => {
    const { tokens, fitted } = refit(recorded, restored, max_tokens);
    const chosen = fitted.chosen.map((one) => asKept(one, rows.get(itemKey(one.scored.item)) as AccountItem));
    const inside = new Set(chosen.map(rowKey));
    return {
      max_tokens,
      tokens,
      kept: chosen.length,
      enters: chosen.filter((row) => rows.get(rowKey(row))?.decision !== 'kept'),
      leaves: kept.filter((row) => !inside.has(rowKey(row))).map((row) => asDropped(row, fitted)),
      ...changedLengths(chosen, rows),
    };
  };
  return {
    context: recorded.id,
    recorded: { max_tokens: context.budget.max_tokens, tokens: context.tokens.total, kept: kept.length },
    budgets: budgets.map(at),
    beyond: context.account.beyond + restored.hidden.length + restored.erased.length,
    erased: restored.erased,
  };
}
