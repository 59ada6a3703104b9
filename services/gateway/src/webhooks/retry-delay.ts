/** The longest time between two attempts, in milliseconds. */
const LONGEST_MS = 300_000;

/** How long to wait after an attempt, in milliseconds: twice as long after each. */
export const retryDelay = (attempts: number, firstMs: number): number =>
  Math.min(LONGEST_MS, firstMs * 2 ** Math.min(attempts - 1, 30));
