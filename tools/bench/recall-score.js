/** Evidence recall: the share of a question's evidence that is in its context, and the stage that lost the rest. */

/** Keeps letters and digits only, so that headings, indentation and punctuation do not prevent a match. */
const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The share of the texts that `context` contains completely. */
function recallOf(evidence, context) {
  const whole = bare(context);
  return evidence.filter((text) => whole.includes(bare(text))).length / evidence.length;
}

const byRank = (a, b) => a.rank - b.rank;

/** The share of the texts among the `k` best items by rank, without the recent window. `textOf` returns an item's text. */
function recallAt(evidence, items, { k, textOf }) {
  const best = items
    .filter(({ section }) => section !== 'recent')
    .sort(byRank)
    .slice(0, k);
  return recallOf(evidence, best.map(textOf).join('\n'));
}

/** The stage that dropped an item, by the decision in its account. */
const LOST = {
  duplicate_of: 'deduped',
  low_information: 'deduped',
  over_budget: 'budgeted',
};

/** Recall after each stage: retrieval, deduplication, budget, and the rendered text. */
function stagesOf(evidence, { items, formatted_context }, textOf) {
  const among = (left) => recallOf(evidence, left.map(textOf).join('\n'));
  const past = (stages) => items.filter(({ decision }) => decision === 'kept' || stages.includes(LOST[decision]));
  return {
    retrieved: among(items),
    deduped: among(past(['budgeted'])),
    budgeted: among(past([])),
    rendered: recallOf(evidence, formatted_context),
  };
}

module.exports = { bare, recallOf, recallAt, stagesOf };
