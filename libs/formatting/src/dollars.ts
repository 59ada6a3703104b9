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
