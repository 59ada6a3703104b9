/** The printed report of a memory measurement. */
const { mean } = require('../statistics.js');
const { percent, table } = require('../table.js');
const { reportSessions } = require('./across-sessions.js');
const { MEANINGS } = require('./score.js');

const SCORES = Object.keys(MEANINGS);

const categoriesOf = (results) => [...new Set(results.map(({ category }) => category))].sort();
const meanOf = (results, budget, variant, score) => mean(results.map(({ scores }) => scores[budget][variant][score]));

/** The mean of a score over all budgets, for each number of facts. */
const overall = (results, { budgets }, variant, score) =>
  mean(budgets.map((budget) => meanOf(results, budget, variant, score)));

/** The number of facts that is best on some results; of equal ones the smallest. */
function chooseCount(results, options) {
  const ranked = options.counts.map((count) => ({ count, value: overall(results, options, count, 'with_facts') }));
  return ranked.reduce((best, one) => (one.value > best.value + 1e-9 ? one : best)).count;
}

/** The results of each half of the conversations with the number of facts that is best on the other half. */
function crossValidate(results, options) {
  const sessions = [...new Set(results.map(({ session }) => session))];
  const half = (odd) => results.filter(({ session }) => sessions.indexOf(session) % 2 === odd);
  return [0, 1].flatMap((odd) => {
    const count = chooseCount(half(1 - odd), options);
    return half(odd).map((one) => ({
      ...one,
      chosen: count,
      scores: Object.fromEntries(
        options.budgets.map((budget) => [budget, { ...one.scores[budget], chosen: one.scores[budget][count] }]),
      ),
    }));
  });
}

const variantsOf = ({ counts }) => ['without', ...counts, 'chosen'];

function scoreFigures(results, options, score) {
  const of = (some) =>
    Object.fromEntries(
      options.budgets.map((budget) => [
        budget,
        Object.fromEntries(variantsOf(options).map((variant) => [variant, meanOf(some, budget, variant, score)])),
      ]),
    );
  const by = categoriesOf(results).map((name) => [name, of(results.filter(({ category }) => category === name))]);
  return { all: of(results), ...Object.fromEntries(by) };
}

function setFigures({ name, results, sizes }, options) {
  const folded = crossValidate(results, options);
  const turns = sizes.reduce((sum, one) => sum + one.turns, 0);
  const per = (field) => sizes.reduce((sum, one) => sum + one[field] * one.turns, 0) / turns;
  return {
    name,
    questions: results.length,
    over: results.filter(({ scores }) => Object.values(scores).some((one) => options.counts.some((k) => one[k].over)))
      .length,
    chosen: [...new Set(folded.map(({ chosen }) => chosen))],
    per_100_turns: { facts: per('facts'), tokens: per('tokens'), said_tokens: per('said') },
    scores: Object.fromEntries(SCORES.map((score) => [score, scoreFigures(folded, options, score)])),
  };
}

/** All figures of a measurement, as `--json` prints them. */
function figuresOf({ across, sets, extraction, long, ...options }) {
  return {
    bench: 'memory',
    budgets: options.budgets,
    counts: options.counts,
    across,
    sets: sets.map((set) => setFigures(set, options)),
    extraction,
    long,
  };
}

const headOf = ({ budgets, counts }) =>
  budgets.flatMap((budget) => [`${budget}: without`, ...counts.map((count) => `${count} facts`), 'held out']);

function scoreTable(name, figures, options) {
  const cells = (row) =>
    options.budgets.flatMap((budget) => variantsOf(options).map((variant) => percent(row[budget][variant])));
  const rows = Object.entries(figures).map(([category, row]) => [category, ...cells(row)]);
  return `${MEANINGS[name]}\n${table([['', ...headOf(options)], ...rows])}`;
}

function setReport(set, options) {
  const { name, questions, over, chosen, per_100_turns: per, scores } = setFigures(set, options);
  return [
    `${name}, each conversation in one session: ${questions} questions${over > 0 ? `; ${over} OVER BUDGET` : ''}; facts for 1,000 tokens chosen on the other half: ${chosen.join(' and ')}`,
    ...SCORES.map((score) => scoreTable(score, scores[score], options)),
    `for 100 turns: ${per.facts.toFixed(0)} facts of ${per.tokens.toFixed(0)} tokens; the turns have ${per.said_tokens.toFixed(0)}`,
  ].join('\n');
}

const longRow = (one) => [
  one.turns,
  one.sections,
  one.facts,
  one.largest_section,
  one.tokens,
  one.said_tokens,
  one.milliseconds_a_turn.toFixed(2),
];

/** The report: recall by budget and category, sizes, extraction, and long sessions. Everything is without a model. */
function reportOf({ across, sets, extraction, long, ...options }) {
  const { statements, precision, recall, extracted } = extraction;
  return [
    'without a model: facts are sentences that were extracted',
    ...across.map((set) => reportSessions(set, options.budgets)),
    ...sets.map((set) => setReport(set, options)),
    `extraction, ${statements} statements written by hand: precision ${percent(precision)} of ${extracted} facts, recall ${percent(recall)}`,
    table([
      ['turns', 'sections', 'facts', 'largest section', 'tokens', 'tokens said', 'ms a turn, to keep'],
      ...long.map(longRow),
    ]),
  ].join('\n');
}

module.exports = { figuresOf, reportOf };
