/** Evidence recall: the share of a question's evidence that is in its context, and the stage that lost the rest. */

/** Keeps letters and digits only, so that headings, indentation and punctuation do not prevent a match. */
const bare = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The share of the texts that `context` contains completely. */
function recallOf(evidence, context) {
  const whole = bare(context);
  return evidence.filter((text) => whole.includes(bare(text))).length / evidence.length;
}

/** Evidence of fewer characters counts only whole. */
const LONG = 1_000;
/** Long evidence counts from this share of the content words that it has in common with the answer. */
const ENOUGH = 0.8;
const SENTENCE = /(?<=[.!?\u2026]["'\u2019\u201d)\]]*\s)|(?<=\n)/u;
const STOP = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if in is it its me my no not of on or ' +
    'our she so that the their them then there these they this those to too was we were what when where which who why will with would you your'
  ).split(' '),
);

const contentWords = (text) =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && !STOP.has(word)));

/** The sentences of a text that `whole`, letters and digits only, contains in their order. */
function deliveredSentences(text, whole) {
  let from = 0;
  return text.split(SENTENCE).filter((sentence) => {
    const wanted = bare(sentence);
    const at = wanted === '' ? -1 : whole.indexOf(wanted, from);
    if (at >= 0) from = at + wanted.length;
    return at >= 0;
  });
}

function bearsAnswer(text, answer, whole) {
  if (text.length <= LONG) return false;
  const asked = contentWords(answer);
  const shared = [...contentWords(text)].filter((word) => asked.has(word));
  const delivered = contentWords(deliveredSentences(text, whole).join(' '));
  return shared.length > 0 && shared.filter((word) => delivered.has(word)).length >= ENOUGH * shared.length;
}

/** As {@link recallOf}, but of a text over 1,000 characters whole sentences suffice that hold 80 % of the words it shares with the answer. */
function answerBearingRecall(evidence, answer, context) {
  const whole = bare(context);
  return (
    evidence.filter((text) => whole.includes(bare(text)) || bearsAnswer(text, answer, whole)).length / evidence.length
  );
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

module.exports = { answerBearingRecall, bare, contentWords, deliveredSentences, ENOUGH, recallOf, recallAt, stagesOf };
