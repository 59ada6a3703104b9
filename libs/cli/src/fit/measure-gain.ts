/** The shares of its sources that one answer keeps, with the weights in force and with fitted ones; 0 to 1. */
export interface KeptShares {
  readonly now: number;
  readonly fitted: number;
}

/** What fitted weights gain over those in force, in shares, with its 95 % interval. */
export interface MeasuredGain {
  readonly turns: number;
  readonly now: number;
  readonly fitted: number;
  readonly gain: number;
  readonly low: number;
  readonly high: number;
}

/** Standard errors on either side that hold 95 % of a normal distribution. */
const WIDTH = 1.96;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

/** The mean gain over turns that the weights were not fitted on. Gains are paired by turn, so differences between turns do not widen the interval. */
export function measureGain(turns: readonly KeptShares[]): MeasuredGain {
  const gains = turns.map(({ now, fitted }) => fitted - now);
  const gain = mean(gains);
  const variance = gains.reduce((sum, one) => sum + (one - gain) ** 2, 0) / Math.max(1, gains.length - 1);
  const margin = turns.length > 1 ? WIDTH * Math.sqrt(variance / turns.length) : Infinity;
  return {
    turns: turns.length,
    now: mean(turns.map(({ now }) => now)),
    fitted: mean(turns.map(({ fitted }) => fitted)),
    gain,
    low: gain - margin,
    high: gain + margin,
  };
}
