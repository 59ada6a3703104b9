import type { CalibrationReply } from '@crumbtrail/contracts';

/** What a provider billed for a prompt, and what had been counted. */
export interface Bill {
  readonly billed: number;
  readonly counted: number;
}

/** Weight of the newest turn: what is 14 turns old counts half. */
const NEWEST = 0.05;
const LEAST = 0.8;
const MOST = 1.6;
/** The largest reduction of a budget: beyond it the tokenizer is wrong, and no margin helps. */
const WIDEST = 0.5;

const roundRatio = (value: number): number => Math.round(value * 10_000) / 10_000;

function weightedMean(newestFirst: readonly number[]): number {
  const weights = newestFirst.map((_, at) => (1 - NEWEST) ** at);
  const total = weights.reduce((sum, one) => sum + one, 0);
  return newestFirst.reduce((sum, one, at) => sum + one * (weights[at] as number), 0) / total;
}

function percentile99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}

/**
 * What to multiply a count with, and how much of a budget to leave free, so that 99 of 100 of these bills would have been
 * kept. Bills come newest first.
 */
export function calibrate(bills: readonly Bill[]): CalibrationReply {
  if (bills.length === 0) return { samples: 0, factor: 1, margin: 0 };
  const mean = weightedMean(bills.map(({ billed, counted }) => billed / counted));
  const factor = roundRatio(Math.min(MOST, Math.max(LEAST, mean)));
  const over = bills.map(({ billed, counted }) => Math.max(0, billed / (factor * counted) - 1));
  return { samples: bills.length, factor, margin: roundRatio(Math.min(WIDEST, percentile99(over))) };
}
