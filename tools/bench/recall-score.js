/** Evidence recall: how much of what answers a question is in its context. */

/** Letters and digits only, so that headings, indentation and punctuation cannot hide a text. */
const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The share of the texts that stand whole in `context`. */
function recallOf(evidence, context) {
  const whole = bare(context);
  return evidence.filter((text) => whole.includes(bare(text))).length / evidence.length;
}

/** The share of the texts among the `k` best items by rank, the recent window left out. `textOf` gives an item's text. */
function recallAt(evidence, items, { k, textOf }) {
  const best = items
    .filter(({ section }) => section !== 'recent')
    .sort((a, b) => a.rank - b.rank)
    .slice(0, k);
  return recallOf(evidence, best.map(textOf).join('\n'));
}

const mean = (values) => (values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : 0);

/** Standard error of a mean. */
function standardError(values) {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)) / (values.length - 1));
}

module.exports = { bare, recallOf, recallAt, mean, standardError };
