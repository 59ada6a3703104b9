/** `npm run demo -- --scene group`: five agents in a tavern, a secret that one of them never learns, lore, and an operator who swaps the scene. */
const { setTimeout: pause } = require('node:timers/promises');
const { drawTrail } = require('@crumbtrail/cli');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the output of set-up
const { printStep } = require('../setup/terminal/output.js');

const SESSION = 'tavern';
const CAST = [
  ['ann', 'Ann, the innkeeper'],
  ['bob', 'Bob, a smith'],
  ['cat', 'Cat, a bard'],
  ['dan', 'Dan, a guard'],
  ['eve', 'Eve, a stranger'],
].map(([id, persona]) => ({ id, name: persona.split(',')[0], persona }));
const SECRET = 'The cellar key is under the third barrel.';
const LORE = 'The dragon of the pass sleeps by day.';
const SCENARIOS = [
  'A tavern at the edge of the forest, late in the evening.',
  'The morning after. The tavern has burned down.',
];
const WAIT = { wait_ms: 30_000 };

/** What the scripted model says: who it is, and to whom it listened. It knows only its prompt. */
function speakInCharacter({ body: { messages } }) {
  const prompt = messages.map(({ content }) => content).join('\n');
  const [, name = 'Somebody'] = /You are (\w+),/.exec(prompt) ?? [];
  return { say: `${name} nods.` };
}

const agentDraft = ({ id, name, persona }) => ({
  schema_name: 'agent.def.v1',
  context: {
    agent: id,
    name,
    prompt: `You are ${persona}.`,
    subscriptions: [{ schema: 'user.message.v1' }],
  },
});

const scene = (scenario) => ({
  session: SESSION,
  scenario,
  note: { text: 'Keep it short, {{char}}.', depth: 1 },
  lore: { books: ['valley'], scan_depth: 6 },
});

/** Defines agents, session, book and scene; returns the crumb of the scene. */
async function setTheScene(api) {
  for (const one of CAST) await api.append(agentDraft(one));
  const members = CAST.map(({ id, name }) => ({ kind: 'agent', id, name, talkativeness: 0 }));
  await api.append({ schema_name: 'session.v1', context: { name: SESSION, strategy: 'natural', members } });
  await api.append({ schema_name: 'lore.book.v1', context: { name: 'valley' } });
  const entry = { book: 'valley', id: 'dragon', content: LORE, keys: ['dragon'] };
  await api.append({ schema_name: 'lore.entry.v1', context: entry });
  return api.append({ schema_name: 'scene.v1', context: scene(SCENARIOS[0]) });
}

/** The contexts of a trail, by agent. */
async function contextsOf(api, trail) {
  const found = trail.nodes.filter(({ schema_name }) => schema_name === 'agent.context.v1');
  const all = await Promise.all(found.map(({ id }) => api.explain(id)));
  return new Map(all.map((one) => [one.agent, one.formatted_context]));
}

function printScene(title, { responses = [] }, trail) {
  const { isTTY, columns } = process.stdout;
  console.log(`\n━━ ${title}\n`);
  for (const { author, context } of responses) console.log(`  ${author.id}: ${context.content ?? context.action}`);
  console.log('');
  for (const line of drawTrail(trail, isTTY && columns ? columns - 2 : 200)) console.log(`  ${line}`);
}

/** What is wrong with a context: texts that it should hold, and texts that it must not. */
function complaintsOf(who, context = '', { has = [], lacks = [] }) {
  return [
    ...has.filter((text) => !context.includes(text)).map((text) => `the context of ${who} does not hold "${text}"`),
    ...lacks.filter((text) => context.includes(text)).map((text) => `the context of ${who} holds "${text}"`),
  ];
}

/** Says something, prints who spoke and why, and checks the contexts of those who did. */
async function play({ api, person }, { title, say, expect }) {
  const answered = await say(person, api);
  const trail = await api.trail(answered.trail_id);
  printScene(title, answered, trail);
  const contexts = await contextsOf(api, trail);
  const spoke = [...contexts.keys()].sort().join(', ');
  const wanted = Object.keys(expect).sort().join(', ');
  return [
    ...(spoke === wanted ? [] : [`in "${title}" spoke ${spoke || 'nobody'}, not ${wanted}`]),
    ...Object.entries(expect).flatMap(([who, texts]) => complaintsOf(who, contexts.get(who), texts)),
  ];
}

const IN_CONFIDENCE = ['agent:ann', 'agent:bob', 'agent:cat', 'agent:dan'];

/** Says something to some, and waits until whoever it wakes has answered. */
async function sayTo({ person, api }, content, audience) {
  const message = { schema_name: 'user.message.v1', session: SESSION, audience, context: { content } };
  const { id } = await person.append(message);
  const isOver = ({ decided, turns }) => decided && turns.every(({ state }) => state === 'closed');
  let woken = await api.turnsOf(id);
  for (; !isOver(woken); woken = await api.turnsOf(id)) await pause(50);
  const responses = await Promise.all(woken.turns.map(({ response_id }) => api.get(response_id)));
  return { responses, trail_id: (await api.get(id)).trail_id };
}

const SCENES = [
  {
    title: 'Natural order: whom the message mentions speaks, in its order',
    say: (person) => person.say(SESSION, 'Dan, ask Ann about the dragon.', WAIT),
    expect: {
      dan: { has: [SCENARIOS[0], LORE, 'Keep it short, Dan.'] },
      ann: { has: [SCENARIOS[0], LORE, 'Keep it short, Ann.', 'Dan nods.'] },
    },
  },
  {
    title: 'A secret for all but Eve',
    say: (person, api) => sayTo({ person, api }, `Bob, between us: ${SECRET}`, IN_CONFIDENCE),
    expect: { bob: { has: [SECRET] } },
  },
  {
    title: 'An operator lets Cat and Eve speak',
    say: async (_person, api) => {
      await api.speak(SESSION, { agent: 'cat', message: 'What do you know?', ...WAIT });
      return api.speak(SESSION, { agent: 'eve', message: 'What do you know?', ...WAIT });
    },
    expect: { eve: { has: [SCENARIOS[0]], lacks: [SECRET, 'third barrel'] } },
  },
];

async function swapScene(api, { id }) {
  await api.change(id, 1, { context: scene(SCENARIOS[1]) });
  printStep('an operator has swapped the scene');
}

/** Plays the scenes and prints their trails. Resolves with what is wrong with the contexts. */
async function group(clients) {
  const { api } = clients;
  const crumb = await setTheScene(api);
  const complaints = [];
  for (const one of SCENES) complaints.push(...(await play(clients, one)));
  await swapScene(api, crumb);
  const after = {
    title: 'After the operator swapped the scene',
    say: (person) => person.say(SESSION, 'Cat, where are we?', WAIT),
    expect: { cat: { has: [SCENARIOS[1]], lacks: [SCENARIOS[0]] } },
  };
  complaints.push(...(await play(clients, after)));
  return complaints;
}

module.exports = { complaintsOf, group, speakInCharacter };
