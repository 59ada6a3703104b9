/** The duration of a turn without tools, beside the same hops on bare JetStream with the same SQL. */
const { benchTurns } = require('./bench-turns.js');

/** Requests to the store in a turn without tools, by service; each row ends with the event that triggers the next. */
const hops = [
  { event: 'message', asks: 1 },
  { event: 'turn', asks: 3 },
  { event: 'context', asks: 4 },
  { event: 'response', asks: 4 },
];

module.exports = function turn({ server }) {
  const question = (number) => `Question ${number}: where did I put the key?`;
  const what = 'with a model of zero latency';
  return benchTurns({ server }, { name: 'turn', what, aim: 1.5, session: 'demo', question, hops });
};
