/** Conversations in the shape of LoCoMo, as Crumbtrail crumbs and as questions with the turns that answer them. */
// eslint-disable-next-line @nx/enforce-module-boundaries -- the demo reads the same files
const { timeOf, turnsOf } = require('../demo/history.js');

const CATEGORIES = new Set([1, 2, 3, 4]);

/** The id of a turn's crumb, by the numbers of the conversation and the turn. */
const idOf = (sample, turn) => `${String(sample).padStart(8, '0')}-0000-4000-8000-${String(turn).padStart(12, '0')}`;

/** Questions of categories 1 to 4 with the texts of the turns that answer them; evidence that refers to no turn is counted. */
function questionsOf(sample) {
  const texts = new Map(turnsOf(sample).map(({ dia, draft }) => [dia, draft.context.content]));
  return sample.qa
    .filter(({ category }) => CATEGORIES.has(category))
    .map(({ question, answer, category, kind, evidence = [] }) => {
      const named = [...new Set(evidence.flatMap((one) => one.split(/[;,\s]+/)).filter(Boolean))];
      const found = named.filter((one) => texts.has(one));
      return {
        question,
        answer: String(answer ?? ''),
        category,
        ...(kind === undefined ? {} : { kind }),
        evidence: found.map((one) => texts.get(one)),
        unresolved: named.length - found.length,
      };
    });
}

module.exports = { idOf, timeOf, turnsOf, questionsOf };
