import { STABLE_SECTIONS, type AgentContextV1 } from '@crumbtrail/contracts';
import type { PreviousOrder } from '../gather/load-previous-order';
import { inShownOrder, type ChosenItem } from './layout';
import { orderOfRows, shownKey, shownRowKey, type ShownOrder } from './shown-order';

/** Tokens of what the stable sections show in this order, up to the first item that differs from the turn before. */
function sharedTokens(chosen: readonly ChosenItem[], { rows }: PreviousOrder, order?: ShownOrder): number {
  const shown = STABLE_SECTIONS.flatMap((name) => inShownOrder(chosen, name, order));
  const keys = rows.map(shownRowKey);
  const differs = shown.findIndex((one, at) => shownKey(one) !== keys[at]);
  return shown.slice(0, differs < 0 ? shown.length : differs).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** What keeping the order of the turn before is worth: tokens that can stay cached, and would not in the usual order. Undefined where there are none. */
export function describeKeptOrder(
  chosen: readonly ChosenItem[],
  previous: PreviousOrder | null,
): AgentContextV1['kept_order'] {
  if (previous === null) return undefined;
  const { context, prices } = previous;
  const tokens = sharedTokens(chosen, previous, orderOfRows(previous.rows)) - sharedTokens(chosen, previous);
  if (tokens <= 0) return undefined;
  if (!prices) return { context, tokens };
  const { input, cached_input = input } = prices;
  return { context, tokens, saved_usd: (tokens * Math.max(0, input - cached_input)) / 1e6 };
}
