const { mean, standardError } = require('./recall-score.js');

const percent = (value) => `${(100 * value).toFixed(1)} %`;

function byCategory(results, of) {
  const categories = [...new Set(results.map(({ category }) => category))].sort();
  return categories.map((one) => {
    const mine = results.filter(({ category }) => category === one);
    return `${one}: ${percent(mean(mine.map(of)))} of ${mine.length}`;
  });
}

/** What is printed: recall by budget and category, by rank, and what was left out. Results are one a question. */
function reportOf({ results, budgets, depths, skipped, unresolved, milliseconds }) {
  const lines = budgets.map((budget) => {
    const values = results.map(({ recall }) => recall[budget]);
    const over = results.filter((one) => one.over.includes(budget)).length;
    const failures = over ? `; ${over} OVER BUDGET` : '';
    const share = `${percent(mean(values))} ± ${(100 * standardError(values)).toFixed(1)}`;
    return `recall at ${budget} tokens  ${share}   by category  ${byCategory(results, ({ recall }) => recall[budget]).join(', ')}${failures}`;
  });
  const ranks = depths.map((k) => `R@${k} ${percent(mean(results.map(({ at }) => at[k])))}`);
  return [
    ...lines,
    `by rank, the recent window left out  ${ranks.join('  ')}`,
    `${results.length} questions; ${skipped} without evidence skipped; ${unresolved} evidence strings lead nowhere`,
    `one preview took ${milliseconds.toFixed(0)} ms at the median`,
  ].join('\n');
}

module.exports = { reportOf };
