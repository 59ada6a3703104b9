const CENT = 0.01;
const SIGNIFICANT_DIGITS = 2;

/** Decimal places that show two significant digits of an amount below one cent. */
function decimalPlaces(usd: number): number {
  return SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(usd));
}

/** Formats US dollars: two decimals, or two significant digits below one cent: `$0`, `$0.0012`, `$0.50`, `$12.00`. */
export function formatDollars(usd: number): string {
  if (usd === 0) return '$0';
  if (usd >= CENT) return `$${usd.toFixed(2)}`;
  return `$${usd.toFixed(decimalPlaces(usd)).replace(/0+$/, '')}`;
}

/** The cost of some turns, and how many of them have an unknown cost, because no price is known for their model. */
export interface TurnCosts {
  readonly cost_usd: number;
  readonly unpriced: number;
}

/** The cost of turns, and how many have an unknown cost: `$0.50`, `unknown`, `$0.50 + 2 unknown`. */
export function formatCost({ cost_usd, unpriced }: TurnCosts): string {
  if (unpriced === 0) return formatDollars(cost_usd);
  return cost_usd === 0 ? 'unknown' : `${formatDollars(cost_usd)} + ${unpriced} unknown`;
}
