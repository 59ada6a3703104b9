/** The printed report of a fit. */
const { table } = require('../table.js');
const { FIGURES } = require('./figures.js');

const write = (figures) => figures.map((one) => one.toFixed(1)).join(' / ');
const HEAD = ['now, trained on', 'fitted', 'now, not trained on', 'fitted'];

const foldRow = ({ name, train, test }) => [
  name,
  write(train.now),
  write(train.fitted),
  write(test.now),
  write(test.fitted),
];
const wholeRow = ({ name, test }) => [name, write(test.now), write(test.fitted)];
const changeRow = ({ name, before, after }) => [name, before, after];

/** Figures of each fold on what it was fitted on and on what it was not, then those of weights that were fitted on everything. */
function reportOf({ folds, whole }) {
  const { changes, weights } = whole[0];
  const legend = `recall in percent: ${FIGURES.join(' / ')}`;
  return [
    legend,
    ...(folds.length > 0 ? [table([['fold', ...HEAD], ...folds.map(foldRow)])] : []),
    table([['fitted on everything', 'now', 'fitted'], ...whole.map(wholeRow)]),
    ...(changes.length > 0
      ? [table([['weight', 'now', 'fitted'], ...changes.map(changeRow)]), JSON.stringify(weights)]
      : ['no weights are better than those in force']),
  ].join('\n');
}

module.exports = { reportOf };
