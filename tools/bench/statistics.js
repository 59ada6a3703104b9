/** Figures of repeated measurements. */

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The value below which `share` of the values are; by the nearest rank. */
function quantile(values, share) {
  if (values.length === 0) throw new RangeError('a quantile of an empty list');
  const ordered = sorted(values);
  return ordered[Math.min(ordered.length - 1, Math.max(0, Math.ceil(share * ordered.length) - 1))];
}

const median = (values) => quantile(values, 0.5);

const mean = (values) => (values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : 0);

/** Standard error of a mean. */
function standardError(values) {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)) / (values.length - 1));
}

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

const RESAMPLES = 2_000;

/** The middle 95 % of the means of samples drawn with replacement (percentile bootstrap, Efron 1979). */
function bootstrap(values, roll = dice(1)) {
  if (values.length === 0) return [0, 0];
  const draw = () => mean(values.map(() => values[Math.floor(roll() * values.length)]));
  const means = Array.from({ length: RESAMPLES }, draw);
  return [quantile(means, 0.025), quantile(means, 0.975)];
}

/** `12.3k` for 12,345 */
const short = (value) => (value >= 10_000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(value < 10 ? 2 : 0));

module.exports = { bootstrap, dice, mean, median, quantile, short, standardError };
