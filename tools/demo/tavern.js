/** `npm run demo -- --scene group`: five agents in a tavern, a secret that one of them never learns, lore, a plan, a subquery, and an operator who swaps the scene. */
const { setTimeout: pause } = require('node:timers/promises');
const { drawTrail } = require('@crumbtrail/cli');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the output of set-up
const { printStep } = require('../setup/terminal/output.js');

const SESSION = 'tavern';
const CAST = [
  ['ann', 'Ann, the innkeeper', ['plan']],
  ['bob', 'Bob, a smith'],
  ['cat', 'Cat, a bard', ['visit_chat']],
  ['dan', 'Dan, a guard'],
  ['eve', 'Eve, a stranger'],
].map(([id, persona, tools = []]) => ({ id, name: persona.split(',')[0], persona, tools }));
const SECRET = 'The cellar key is under the third barrel.';
const LORE = 'The dragon of the pass sleeps by day.';
const SCENARIOS = [
  'A tavern at the edge of the forest, late in the evening.',
  'The morning after. The tavern has burned down.',
];
const PLAN = 'Act 1: supper. Act 2: the dragon wakes.';
const PAST = 'last-winter';
const PAST_WORDS = 'The wind took the sign of the toll house again';
const TOLL = 'three silver coins';
const WAIT = { wait_ms: 30_000 };

/** What an agent calls that is asked something with these words. */
const CALLS = [
  ['Ann', 'plan the evening', 'plan', { text: PLAN }],
  ['Cat', 'toll last winter', 'visit_chat', { session: PAST, request: 'How much was the toll?' }],
];

/** What the scripted model says. It knows only its prompt. */
function speakInCharacter({ body: { messages } }) {
  const prompt = messages.map(({ content }) => content).join('\n');
  const last = messages.at(-1);
  if (last.content.includes('<subquery '))
    return { say: last.content.includes(TOLL) ? `It was ${TOLL}.` : 'It does not say.' };
  const [, name = 'Somebody'] = /You are (\w+),/.exec(prompt) ?? [];
  if (last.role === 'tool') return { say: last.content.includes(TOLL) ? `${name} says: ${TOLL}.` : `${name} nods.` };
  const [, , tool, input] =
    CALLS.find(([who, words]) => who === name && last.content.trim().split('\n').at(-1).includes(words)) ?? [];
  return tool ? { calls: [{ id: 'call', name: tool, arguments: input }] } : { say: `${name} nods.` };
}

const agentDraft = ({ id, name, persona, tools }) => ({
  schema_name: 'agent.def.v1',
  context: {
    agent: id,
    name,
    prompt: `You are ${persona}.`,
    subscriptions: [{ schema: 'user.message.v1' }],
    tools,
  },
});

const scene = (scenario) => ({
  session: SESSION,
  scenario,
  note: { text: 'Keep it short, {{char}}.', depth: 1 },
  lore: { books: ['valley'], scan_depth: 6 },
});

/** Imports a conversation of last winter, in which only Cat took part. */
async function importPast(api) {
  await api.append({ schema_name: 'session.v1', context: { name: PAST, members: [{ kind: 'agent', id: 'cat' }] } });
  const texts = [...Array.from({ length: 60 }, (_, at) => `${PAST_WORDS}, on day ${at}.`), `The toll is ${TOLL}.`];
  const drafts = texts.map((content) => ({ schema_name: 'user.message.v1', session: PAST, context: { content } }));
  await api.appendBatch(drafts, { imported: true });
}

/** Defines agents, session, book and scene; returns the crumb of the scene. */
async function setTheScene(api) {
  for (const one of CAST) await api.append(agentDraft(one));
  await importPast(api);
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
async function play({ api, person }, { title, say, expect, check }) {
  const answered = await say(person, api);
  const trail = await api.trail(answered.trail_id);
  printScene(title, answered, trail);
  const contexts = await contextsOf(api, trail);
  const spoke = [...contexts.keys()].sort().join(', ');
  const wanted = Object.keys(expect).sort().join(', ');
  return [
    ...(spoke === wanted ? [] : [`in "${title}" spoke ${spoke || 'nobody'}, not ${wanted}`]),
    ...Object.entries(expect).flatMap(([who, texts]) => complaintsOf(who, contexts.get(who), texts)),
    ...(check ? await check({ api, trail, answered }) : []),
  ];
}

/** What is wrong with the trail of a subquery: its answer must be in the reply, its model call on record, and the content nowhere. */
async function checkSubquery({ api, trail, answered }) {
  const stored = await Promise.all(trail.nodes.map(({ id }) => api.get(id)));
  const result = stored.find(({ schema_name }) => schema_name === 'tool.response.v1');
  const [reply] = answered.responses ?? [];
  return [
    ...(result?.context.model_calls?.length === 1 ? [] : ['the result of the subquery names no model call']),
    ...(reply?.context.content?.includes(TOLL) ? [] : [`Cat's reply does not say "${TOLL}"`]),
    ...(JSON.stringify(stored).includes(PAST_WORDS)
      ? ['the trail of the subquery holds words of the past conversation']
      : []),
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
    title: 'Ann writes a plan, which only she reads',
    say: (person) => person.say(SESSION, 'Ann, plan the evening.', WAIT),
    expect: { ann: { lacks: [PLAN] } },
  },
  {
    title: 'The plan is in her next context',
    say: (person) => person.say(SESSION, 'Ann, what comes next?', WAIT),
    expect: { ann: { has: [PLAN] } },
  },
  {
    title: 'A subquery: Cat asks a past conversation, and only the answer comes back',
    say: (person) => person.say(SESSION, 'Cat, how much was the toll last winter?', WAIT),
    expect: { cat: { lacks: [PAST_WORDS, TOLL] } },
    check: checkSubquery,
  },
  {
    title: 'An operator lets Cat and Eve speak',
    say: async (_person, api) => {
      await api.speak(SESSION, { agent: 'cat', message: 'What do you know?', ...WAIT });
      return api.speak(SESSION, { agent: 'eve', message: 'What do you know?', ...WAIT });
    },
    expect: { eve: { has: [SCENARIOS[0]], lacks: [SECRET, 'third barrel', PLAN, PAST_WORDS] } },
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
    expect: { cat: { has: [SCENARIOS[1]], lacks: [SCENARIOS[0], PAST_WORDS] } },
  };
  complaints.push(...(await play(clients, after)));
  return complaints;
}

module.exports = { complaintsOf, contextsOf, group, printScene, speakInCharacter };
