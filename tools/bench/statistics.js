/** Figures of repeated measurements. */

const sorted = (values) => [...values].sort((a, b) => a - b);

/** The value below which `share` of the values lie; by the nearest rank. */
function quantile(values, share) {
  if (values.length === 0) throw new RangeError('a quantile of nothing');
  const ordered = sorted(values);
  return ordered[Math.min(ordered.length - 1, Math.max(0, Math.ceil(share * ordered.length) - 1))];
}

const median = (values) => quantile(values, 0.5);

/** `12.3k` for 12,345 */
const short = (value) => (value >= 10_000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(value < 10 ? 2 : 0));

module.exports = { median, quantile, short };
