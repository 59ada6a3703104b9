/** `npm run demo -- --agent researcher`: an agent that searches imported conversations, computes, and answers. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { drawTrail } = require('@crumbtrail/cli');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the output of set-up, and the error class that is printed without a stack
const { ActionableError, printStep } = require('../setup/terminal/output.js');
const { importAll, turnsOf, untilIndexed } = require('./history.js');

const OWN = {
  data: join(__dirname, '../bench/fixtures/two-friends.json'),
  question: 'How many days does Oskar wear the cast?',
};
const SESSION = 'research';
const TOOLS = ['search_breadcrumbs', 'calculator'];
const DEFINITION = {
  agent: 'researcher',
  prompt:
    'Answer from what was said. Search for it; compute with the calculator, never in your head; say who said it and when.',
  subscriptions: [{ schema: 'user.message.v1' }],
  tools: TOOLS,
  tool_mode: 'native',
};

/** The conversations of a file in LoCoMo format. Throws ActionableError. */
function conversationsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).map((one) => turnsOf(one).map(({ draft }) => draft));
  } catch (error) {
    throw new ActionableError(`${file} holds no conversations in LoCoMo format: ${error.message}`);
  }
}

/** Publishes the agent as a crumb, alone in a session; resolves when its tools are available. */
async function employ(api) {
  await api.append({ schema_name: 'agent.def.v1', context: DEFINITION });
  const members = [{ kind: 'agent', id: DEFINITION.agent }];
  await api.append({ schema_name: 'session.v1', context: { name: SESSION, members } });
  const isThere = async () => {
    const { breadcrumbs } = await api.list({ schema: 'tool.catalog.v1' });
    const there = breadcrumbs.flatMap(({ context }) => context.tools).filter(({ available }) => available);
    return TOOLS.every((tool) => there.some(({ name }) => name === tool));
  };
  while (!(await isThere())) await pause(100);
}

function sumsOf({ steps = 0, tool_calls = 0, usage = {} }) {
  const { prompt_tokens = 0, completion_tokens = 0, cost_usd } = usage;
  const cost = cost_usd === undefined ? '' : `, ${cost_usd} USD`;
  return `${steps + 1} calls of the model, ${tool_calls} of tools; ${prompt_tokens} tokens read, ${completion_tokens} written${cost}`;
}

const isComputed = ({ schema_name, tool, error }) =>
  schema_name === 'tool.response.v1' && tool === 'calculator' && error === undefined;

function show({ question, response, trail }) {
  const { isTTY, columns } = process.stdout;
  const width = isTTY && columns ? columns - 2 : 200;
  console.log(`\n  question   ${question}`);
  console.log(`  answer     ${response.content ?? response.error?.message ?? 'none in 30 s'}\n`);
  for (const line of drawTrail(trail, width)) console.log(`  ${line}`);
  console.log(`\n  ${sumsOf(response)}`);
}

/**
 * Sends the question as the person; prints the question, the answer and the trail. Throws ActionableError when the answer was not
 * computed.
 */
async function ask({ api, person }, question) {
  const answered = await person.say(SESSION, question, { wait_ms: 30_000 });
  const response = answered.responses?.[0]?.context ?? {};
  const trail = await api.trail(answered.trail_id);
  show({ question, response, trail });
  if (response.action !== 'speak' || !trail.nodes.some(isComputed))
    throw new ActionableError(
      `The researcher did not reach an answer to "${question}". The trail above shows how far it got.`,
    );
}

/** Imports the conversations, defines the agent and sends it the question. `data` and `question` come from the command line. */
async function researcher({ api, person, data, question }) {
  const conversations = conversationsIn(data ?? OWN.data);
  for (const drafts of conversations) await importAll(api, drafts);
  await employ(api);
  await untilIndexed(api);
  const turns = conversations.reduce((sum, { length }) => sum + length, 0);
  printStep(`imported ${turns} turns of ${conversations.length} conversations as history; no agent woke for them`);
  await ask({ api, person }, question ?? OWN.question);
}

module.exports = { researcher };
