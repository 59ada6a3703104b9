import { refuse, type AccountItem, type WhatIfReply } from '@crumbtrail/contracts';
import { arrange, dayOf, type Chosen } from '../format/layout';
import { capOf, SMALLEST_CAP } from '../plan/budget';
import { counterOf } from '../plan/counting';
import { fit, type Fitted } from '../fit/fit';
import { format } from '../format/format';
import { keyFor, keyOf } from '../gather/item';
import { withBudget } from '../plan/plan';
import { planOf, type Recorded } from './recorded-context';
import type { Recollection } from './restore';
import { formatterOf } from './replay';

const SMALLEST = 64;
const LARGEST = 1_000_000;
/** Budgets that one question may name. */
const MOST_BUDGETS = 16;

/** The budgets asked for, each once, smallest first; refuses what no config could have. */
export function checkBudgets(budgets: unknown): number[] {
  const all: readonly unknown[] = Array.isArray(budgets) ? budgets : [];
  const good = all.filter(
    (one): one is number => Number.isInteger(one) && Number(one) >= SMALLEST && Number(one) <= LARGEST,
  );
  if (all.length === 0 || all.length > MOST_BUDGETS || good.length < all.length)
    throw refuse(
      'invalid_payload',
      `A what-if needs 1 to ${MOST_BUDGETS} budgets, whole tokens from ${SMALLEST} to ${LARGEST}.`,
    );
  return [...new Set(good)].sort((a, b) => a - b);
}

/** Whether a candidate came as far as the budget: what was dropped before it, no budget brings back. */
export function competed({ decision }: AccountItem): boolean {
  return decision === 'kept' || decision === 'over_budget';
}

const rowKey = ({ id, version, chunk = 0 }: AccountItem): string => keyFor({ id, version, chunk });

interface Refitted {
  readonly tokens: number;
  readonly fitted: Fitted;
}

const tooSmall = (max_tokens: number, cap: number): Error =>
  refuse(
    'invalid_payload',
    `No what-if at ${max_tokens} tokens: the window leaves ${cap} beside prompt and reply, too few.`,
  );

/** The recorded candidates fitted into another budget, by the recorded plan, window and counting. */
function refit(recorded: Recorded, recollection: Recollection, max_tokens: number): Refitted {
  const { message, items } = recollection;
  const { context } = recorded;
  const plan = withBudget(planOf(recorded), max_tokens);
  const cap = capOf({ ...context.budget, max_tokens }, context.counting?.margin ?? context.margin);
  if (cap < SMALLEST_CAP) throw tooSmall(max_tokens, cap);
  const count = counterOf(context.tokenizer, context.counting);
  const formatter = formatterOf(recorded, recollection, cap);
  const view = { sections: plan.sections, today: dayOf(context.now) };
  const exchanges = new Set(items.filter(({ row }) => row.pinned).map(({ scored }) => keyOf(scored.item)));
  const ranked = items.map(({ scored }) => scored).sort((a, b) => a.rank - b.rank);
  const fitted = fit({ ...view, cap, items: ranked, exchanges, message, count, formatter });
  const tokens = count(format(arrange(fitted.chosen, fitted.message, view), formatter));
  if (tokens > cap) throw tooSmall(max_tokens, cap);
  return { fitted, tokens };
}

function entering({ cut, tokens }: Chosen, row: AccountItem): AccountItem {
  const { reason: _dropped, ...rest } = row;
  return { ...rest, decision: 'kept', tokens, ...(cut === undefined ? {} : { cut }) };
}

function leaving({ cut: _whole, ...row }: AccountItem, { dropped }: Fitted): AccountItem {
  const found = dropped.find(({ scored }) => keyOf(scored.item) === rowKey(row));
  const reason = found === undefined ? 'its text is not to be had any more' : found.reason;
  return { ...row, decision: 'over_budget', ...(reason === undefined ? {} : { reason }) };
}

/** Without its message, or the names and the persona that it was written with, nothing can be said of other budgets. */
function requireSurroundings({ id }: Recorded, { around, erased }: Recollection): void {
  const [piece] = around;
  if (!piece) return;
  const gone = erased.includes(piece);
  const named = `crumb ${piece.id} version ${piece.version}, which context ${id} is built around,`;
  throw gone
    ? refuse('erased', `No what-if: ${named} was erased.`)
    : refuse('not_found', `No what-if: ${named} is not there, or not for you to read.`);
}

/** Which of the recorded candidates enter and leave at each budget; at the recorded one, none. */
export function whatIf(recorded: Recorded, recollection: Recollection, budgets: readonly number[]): WhatIfReply {
  requireSurroundings(recorded, recollection);
  const { context, items } = recorded;
  const kept = items.filter(({ decision }) => decision === 'kept');
  const rows = new Map(items.map((row) => [rowKey(row), row]));
  const at = (max_tokens: number): WhatIfReply['budgets'][number] => {
    const { tokens, fitted } = refit(recorded, recollection, max_tokens);
    const chosen = fitted.chosen.map((one) => entering(one, rows.get(keyOf(one.scored.item)) as AccountItem));
    const inside = new Set(chosen.map(rowKey));
    return {
      max_tokens,
      tokens,
      kept: chosen.length,
      enters: chosen.filter((row) => rows.get(rowKey(row))?.decision !== 'kept'),
      leaves: kept.filter((row) => !inside.has(rowKey(row))).map((row) => leaving(row, fitted)),
    };
  };
  return {
    context: recorded.id,
    recorded: { max_tokens: context.budget.max_tokens, tokens: context.tokens.total, kept: kept.length },
    budgets: budgets.map(at),
    beyond: context.account.beyond + recollection.hidden.length + recollection.erased.length,
    erased: recollection.erased,
  };
}
