/** The duration of a turn with one tool call, beside the same hops on bare JetStream with the same SQL and the same two model calls. */
const { Crumbtrail } = require('@crumbtrail/client');
const { scriptedModel } = require('@crumbtrail/testing');
const { benchTurns } = require('./bench-turns.js');

/** Requests to the store in a turn with one tool call, by service; each row ends with the event that triggers the next. */
const hops = [
  { event: 'message', asks: 1 },
  { event: 'turn', asks: 3 },
  { event: 'context', asks: 6 },
  { event: 'request', asks: 4 },
  { event: 'result', asks: 4 },
  { event: 'response', asks: 5 },
];

const SESSION = 'sums';
const AGENT = 'clerk';

/** Calls the calculator for a question, and answers with its result. */
function clerk({ body: { messages = [] } }) {
  const last = messages.at(-1);
  if (last.role === 'tool') return { say: `It is ${last.content}.` };
  return { calls: [{ name: 'calculator', arguments: { expression: '17 * 49.90' } }] };
}

async function define({ url, key }) {
  const api = new Crumbtrail({ url, key });
  const subscriptions = [{ schema: 'user.message.v1' }];
  const definition = { agent: AGENT, prompt: 'Compute.', subscriptions, tools: ['calculator'] };
  await api.append({ schema_name: 'agent.def.v1', context: definition });
  const members = [{ kind: 'agent', id: AGENT }];
  await api.append({ schema_name: 'session.v1', context: { name: SESSION, members } });
}

/** The model calls of the turn, which the baseline makes too, because neither can influence them. */
async function callModel(base_url, messages) {
  const response = await fetch(`${base_url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted', stream: true, messages }),
  });
  await response.text();
}

module.exports = async function tools({ server }) {
  const model = await scriptedModel(clerk);
  const asks = {
    request: [{ role: 'user', content: 'What is 17 times 49.90?' }],
    response: [{ role: 'tool', tool_call_id: '1', content: '848.3' }],
  };
  try {
    await benchTurns(
      { server },
      {
        name: 'tools',
        what: 'with one call of the calculator and a model of zero latency',
        aim: 3,
        session: SESSION,
        question: (number) => `Question ${number}: what is 17 times 49.90?`,
        hops,
        env: { MODEL_BASE_URL: model.base_url, MODEL_NAME: 'scripted' },
        begin: define,
        between: (event) => asks[event] && callModel(model.base_url, asks[event]),
      },
    );
  } finally {
    await model.close();
  }
};
