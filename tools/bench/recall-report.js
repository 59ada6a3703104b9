const { bootstrap, mean, standardError } = require('./statistics.js');
const { percent, table } = require('./table.js');

const STAGES = ['retrieved', 'deduped', 'budgeted', 'rendered'];

const categoriesOf = (results) => [...new Set(results.map(({ category }) => category))].sort();

/** A mean with the middle 95 % of its bootstrap, which draws the same samples in every run. */
function meanWithInterval(values) {
  const [low, high] = bootstrap(values);
  return { recall: mean(values), low, high };
}

const writeInterval = ({ recall, low, high }) => `${percent(recall)} (${percent(low)} … ${percent(high)})`;

function budgetFigures(results, budget) {
  const values = results.map(({ recall }) => recall[budget]);
  const [low, high] = bootstrap(values);
  const of = (category) => mean(results.filter((one) => one.category === category).map(({ recall }) => recall[budget]));
  return {
    recall: mean(values),
    low,
    high,
    by_category: Object.fromEntries(categoriesOf(results).map((one) => [one, of(one)])),
    stages: Object.fromEntries(STAGES.map((name) => [name, mean(results.map(({ stages }) => stages[budget][name]))])),
    answer_bearing: meanWithInterval(results.map(({ bearing = {}, recall }) => bearing[budget] ?? recall[budget])),
    category_intervals: Object.fromEntries(
      categoriesOf(results).map((one) => [
        one,
        meanWithInterval(results.filter(({ category }) => category === one).map(({ recall }) => recall[budget])),
      ]),
    ),
    over: results.filter((one) => one.over.includes(budget)).length,
  };
}

/** All figures of a measurement, as `--json` prints them. `results` has one entry for each question. */
function figuresOf({ results, budgets, depths, skipped, unresolved, milliseconds }) {
  const by = (make) => (names) => Object.fromEntries(names.map((name) => [name, make(name)]));
  const sessions = [...new Set(results.map(({ session }) => session))];
  return {
    bench: 'recall',
    questions: results.length,
    skipped,
    unresolved,
    milliseconds,
    budgets: by((budget) => budgetFigures(results, budget))(budgets),
    at: by((k) => mean(results.map(({ at }) => at[k])))(depths),
    at_intervals: by((k) => meanWithInterval(results.map(({ at }) => at[k])))(depths),
    by_session: by((session) => sessionFigures(results, session, { budgets, depths }))(sessions),
  };
}

function sessionFigures(results, session, { budgets, depths }) {
  const mine = results.filter((one) => one.session === session);
  return {
    questions: mine.length,
    budgets: Object.fromEntries(budgets.map((one) => [one, mean(mine.map(({ recall }) => recall[one]))])),
    at: Object.fromEntries(depths.map((k) => [k, mean(mine.map(({ at }) => at[k]))])),
  };
}

function budgetRows(results, { budgets }, figures) {
  const categories = categoriesOf(results);
  const head = ['budget', 'recall', '± 1 s.e.', '95 % interval', ...categories.map((one) => `cat ${one}`), ...STAGES];
  const rows = budgets.map((budget) => {
    const { recall, low, high, by_category, stages, over } = figures.budgets[budget];
    const error = (100 * standardError(results.map((one) => one.recall[budget]))).toFixed(1);
    return [
      `${budget} tokens${over ? ` (${over} OVER BUDGET)` : ''}`,
      percent(recall),
      error,
      `${percent(low)} … ${percent(high)}`,
      ...categories.map((one) => percent(by_category[one])),
      ...STAGES.map((name) => percent(stages[name])),
    ];
  });
  return [head, ...rows];
}

function sessionRows({ by_session }, { budgets, depths }) {
  const head = ['conversation', 'questions', ...budgets.map((one) => `${one} tokens`), ...depths.map((k) => `R@${k}`)];
  const rows = Object.entries(by_session).map(([name, one]) => [
    name,
    one.questions,
    ...budgets.map((budget) => percent(one.budgets[budget])),
    ...depths.map((k) => percent(one.at[k])),
  ]);
  return [head, ...rows];
}

/** Long evidence of which what the answer needs was delivered counts here. */
function bearingRows({ budgets }, figures) {
  const rows = budgets.map((budget) => [`${budget} tokens`, writeInterval(figures.budgets[budget].answer_bearing)]);
  return [['answer-bearing', 'recall (95 % interval)'], ...rows];
}

function categoryRows(results, { budgets }, figures) {
  const rows = categoriesOf(results).map((one) => [
    `category ${one}`,
    results.filter(({ category }) => category === one).length,
    ...budgets.map((budget) => writeInterval(figures.budgets[budget].category_intervals[one])),
  ]);
  return [['strict', 'questions', ...budgets.map((one) => `${one} tokens`)], ...rows];
}

/** The printed report: recall by budget, category and stage, by rank, by conversation, and what was left out. */
function reportOf(measured) {
  const { results, depths, skipped, unresolved, milliseconds } = measured;
  const figures = figuresOf(measured);
  const ranks = depths.map((k) => `R@${k} ${writeInterval(figures.at_intervals[k])}`);
  return [
    table(budgetRows(results, measured, figures)),
    table(bearingRows(measured, figures)),
    table(categoryRows(results, measured, figures)),
    `by rank, the recent window left out: ${ranks.join('  ')}`,
    table(sessionRows(figures, measured)),
    `${results.length} questions; ${skipped} without evidence skipped; ${unresolved} evidence strings refer to no turn`,
    `one preview took ${milliseconds.toFixed(0)} ms at the median`,
  ].join('\n');
}

module.exports = { figuresOf, reportOf };
