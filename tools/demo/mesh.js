/** `npm run demo -- --scene mesh`: an agent of another program on NATS and one of Crumbtrail talk in one session. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { defineForeignAgent } = require('@crumbtrail/contracts/foreign-agent');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the output of set-up
const { printStep } = require('../setup/terminal/output.js');
const { complaintsOf, contextsOf, printScene } = require('./tavern.js');
const { ADDRESS, QUESTION, startHost } = require('./mesh-host.js');

const SESSION = 'mesh';
const WORDS = 'My roof leaks. What will it cost?';
const OFFER = 'It is the third tile: 900 euros.';

/** What the scripted model says as the clerk. It knows only its prompt. */
function speakAsClerk({ body: { messages } }) {
  const prompt = messages.map(({ content }) => content).join('\n');
  return { say: prompt.includes(OFFER) ? 'Noted: 900 euros for the third tile.' : 'Nobody has made an offer.' };
}

/** The agent of the other program as it is seen on NATS, as soon as it is. */
async function seenAgent(api) {
  for (;;) {
    const { agents } = await api.discoverAgents();
    const seen = agents.find(({ agent }) => agent === ADDRESS.agent);
    if (seen) return seen;
    await pause(100);
  }
}

async function setUp(api) {
  const seen = await seenAgent(api);
  printStep(`on NATS: ${seen.name} of ${seen.owner} (${seen.agent}), ${seen.is_online ? 'online' : 'offline'}`);
  const roofer = defineForeignAgent(seen, ['clerk']);
  const clerk = {
    agent: 'clerk',
    prompt: 'You note what is offered.',
    subscriptions: roofer.subscriptions,
    sessions: 'member',
  };
  for (const context of [roofer, clerk]) await api.append({ schema_name: 'agent.def.v1', context });
  const members = [roofer, clerk].map(({ agent }) => ({ kind: 'agent', id: agent }));
  await api.append({ schema_name: 'session.v1', context: { name: SESSION, strategy: 'list', members } });
}

/** Answers the question of the agent, as an operator does in the console. */
async function answerQuestion(api) {
  for (;;) {
    const { approvals } = await api.approvals.list({ session: SESSION });
    const [question] = approvals;
    if (question) {
      printStep(`${question.agent} asks: ${question.arguments.question}`);
      await api.approvals.answer(question.id, { text: 'yes' });
      return;
    }
    await pause(100);
  }
}

/** Plays the scene beside a host of the protocol. Resolves with what is wrong. */
async function mesh({ api, person, home, address }) {
  const pass = readFileSync(join(home, 'secrets/nats-agents'), 'utf8');
  const host = await startHost({ servers: address, pass });
  try {
    await setUp(api);
    const saying = person.say(SESSION, WORDS, { wait_ms: 60_000 });
    await answerQuestion(api);
    const answered = await saying;
    const trail = await api.trail(answered.trail_id);
    printScene('An agent of another program and one of Crumbtrail in one session, on one trail', answered, trail);
    return complaintsAbout({ answered, trail, prompts: host.prompts, contexts: await contextsOf(api, trail) });
  } finally {
    await host.stop();
  }
}

/** What is wrong with the scene; empty where nothing is. */
function complaintsAbout({ answered: { responses = [] }, trail, prompts, contexts }) {
  const spoke = responses.map(({ author }) => author.id).join(', ');
  const asked = trail.nodes.filter(({ schema_name }) => schema_name === 'approval.decision.v1').length;
  return [
    ...(spoke === 'roofer, clerk' ? [] : [`${spoke || 'nobody'} spoke, and not roofer, clerk`]),
    ...(prompts.length === 1 ? [] : [`the agent of the other program was prompted ${prompts.length} times`]),
    ...(asked === 1 ? [] : [`its question "${QUESTION}" was decided ${asked} times on this trail`]),
    ...complaintsOf('roofer', contexts.get('roofer'), { has: [WORDS] }),
    ...complaintsOf('clerk', contexts.get('clerk'), { has: [OFFER] }),
  ];
}

module.exports = { complaintsAbout, mesh, speakAsClerk };
