/** Budgets at which weights are measured, in tokens. */
const BUDGETS = [1_000, 2_000, 4_000];
/** How many of the best texts R@k looks at. */
const DEPTH = 10;
/** What a measurement counts, in the order of its figures. */
const FIGURES = [...BUDGETS.map((budget) => `${budget} tokens`), `R@${DEPTH}`];

module.exports = { BUDGETS, DEPTH, FIGURES };
