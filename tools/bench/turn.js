/** What a plain turn takes, beside the same hops on bare JetStream with the same SQL. */
const { benchTurns } = require('./bench-turns.js');

/** Questions that a plain turn asks the store, by who asks; each row ends with the event that wakes the next. */
const hops = [
  { event: 'message', asks: 1 },
  { event: 'turn', asks: 3 },
  { event: 'context', asks: 4 },
  { event: 'response', asks: 4 },
];

module.exports = function turn({ server }) {
  const question = (number) => `Question ${number}: where did I put the key?`;
  const what = 'with a model of zero latency';
  return benchTurns({ server }, { name: 'turn', what, session: 'demo', question, hops });
};
