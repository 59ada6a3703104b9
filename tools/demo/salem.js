/**
 * `npm run demo -- --scene day`: two days of a game of social deduction. Agents call tools by tags, in the middle of their thoughts; when a
 * new day begins, yesterday's words leave the transcript and a summary of them stays.
 */
const { setTimeout: pause } = require('node:timers/promises');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the output of set-up
const { printStep } = require('../setup/terminal/output.js');
const { complaintsOf } = require('./tavern.js');

const SESSION = 'salem';
const CAST = ['ann', 'bob', 'cat'].map((id) => ({ id, name: `${id[0].toUpperCase()}${id.slice(1)}` }));
const WAIT = { wait_ms: 30_000 };
const CLAIM = 'I watched the bridge all night and saw a lantern near the old well.';
const DEATH = 'Cat was found dead at the well. Cat was the Sheriff.';
const WILLS = ['echo(P3)', 'echo(P4)'];

/**
 * What the scripted model says: each reply is cut at the closing tag of a tool, which runs before the model goes on. It knows only its
 * prompt: once the results of the day are there, it does not ask again.
 */
function playVillager({ body: { messages } }) {
  const prompt = messages.map(({ content }) => content).join('\n');
  const [, name = 'Somebody'] = /You are (\w+),/.exec(prompt) ?? [];
  const seen = WILLS.filter((will) => prompt.includes(will) || prompt.includes(`<echo>${will.slice(5, -1)}</echo>`));
  const next = name === 'Ann' ? WILLS.find((will) => !seen.includes(will)) : undefined;
  if (next) return { say: `<thinking>I want to see a will. <echo>${next.slice(5, -1)}</echo> this is never read` };
  return { say: `<thinking>Enough.</thinking><speak>${name === 'Ann' ? CLAIM : `${name} agrees.`}</speak>` };
}

const agentDraft = ({ id, name }) => ({
  schema_name: 'agent.def.v1',
  context: {
    agent: id,
    name,
    prompt: `You are ${name}, a villager of Salem.`,
    subscriptions: [{ schema: 'user.message.v1' }],
    tools: ['echo'],
    tool_mode: 'tags',
    context: {
      format: 'turn',
      sources: [
        { type: 'recent', since: 'day' },
        { type: 'scopes' },
        { type: 'latest', schemas: ['session.summary.v1'], section: 'summaries', limit: 20 },
        { type: 'latest', schemas: ['world.event.v1'], section: 'events', since: 'reply' },
      ],
    },
  },
});

const membersOf = (more = {}) =>
  CAST.map(({ id, name }) => ({ kind: 'agent', id, name, talkativeness: 0, ...more[id] }));

/** Defines agents and session; results of `echo`, which stands for a look at somebody's will, are kept for the day. */
async function setUp(api) {
  for (const one of CAST) await api.append(agentDraft(one));
  await api.append({ schema_name: 'tool.config.v1', context: { tool: 'echo', persistence: 'day' } });
  const context = { name: SESSION, strategy: 'natural', members: membersOf() };
  return api.append({ schema_name: 'session.v1', context });
}

async function beginDay(api, name) {
  await api.append({ schema_name: 'scope.advance.v1', session: SESSION, context: { scope: 'day', name } });
  printStep(`${name} begins`);
}

/** Says something to an agent; prints its tools and its words, and returns what it was shown: the whole context and the system prompt. */
async function ask({ api, person }, content) {
  const answered = await person.say(SESSION, content, WAIT);
  const { nodes } = await api.trail(answered.trail_id);
  console.log(`\n  Narrator: ${content}`);
  for (const { context } of await stepsOf(api, nodes))
    for (const { tool, input } of context.calls ?? [])
      console.log(`    (stream cut after <${tool}>; it ran with ${JSON.stringify(input)}, and the model went on)`);
  for (const { author, context } of answered.responses ?? [])
    console.log(`  ${author.id}: ${context.content ?? context.action}`);
  const built = nodes.find(({ schema_name }) => schema_name === 'agent.context.v1');
  return built ? api.explain(built.id) : { formatted_context: '', items: [] };
}

const stepsOf = (api, nodes) =>
  Promise.all(nodes.filter(({ schema_name }) => schema_name === 'agent.step.v1').map(({ id }) => api.get(id)));

/** Waits for the summary of a scope, which is made after it has ended. */
async function summaryOf(api, name) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { breadcrumbs } = await api.list({ session: SESSION, schema: 'session.summary.v1' });
    const found = breadcrumbs.find(({ context }) => context.scope?.name === name);
    if (found) return found.context.text;
    await pause(50);
  }
  throw new Error(`No summary of ${name} was made within 10 s`);
}

function printContext({ formatted_context: text }) {
  console.log(`\n  what Ann sees:\n${text.replace(/^/gm, '  │ ')}`);
}

const onlyReason = ({ items }) => items.find(({ reason }) => reason?.includes('Day 1'))?.reason;

/** Plays two days, prints them, and returns what is wrong. */
async function day(clients) {
  const { api } = clients;
  const session = await setUp(api);
  await beginDay(api, 'Day 1');
  await ask(clients, 'Ann, what did you see?');
  const evening = await ask(clients, 'Ann, are you sure?');
  await beginDay(api, 'Day 2');
  const summary = await summaryOf(api, 'Day 1');
  await api.append({ schema_name: 'world.event.v1', session: SESSION, context: { text: DEATH } });
  const members = membersOf({ cat: { status: 'dead', role: 'Sheriff', muted: true } });
  await api.change(session.id, session.version, { context: { name: SESSION, strategy: 'natural', members } });
  await ask(clients, 'Bob, it is a cold morning.');
  const morning = await ask(clients, 'Ann, what now?');
  printContext(morning);
  return checkDays({ evening, morning, summary });
}

/** What is wrong with the contexts of the two days. */
function checkDays({ evening, morning, summary }) {
  const { formatted_context: text } = morning;
  const [, transcript = ''] = text.split("## Today's transcript");
  const checks = [
    ['on Day 1, both wills that Ann has looked at are in her next turn', evening.formatted_context, { has: WILLS }],
    [
      'on Day 2, she sees the day, who is dead, and what happened',
      text,
      { has: ['Day 2 begins.', 'Cat [DEAD] - Sheriff', DEATH, 'Ann (you)'] },
    ],
    ['the words of Day 1 are in its summary', text, { has: ['Day 1 (sentences of what was said)', CLAIM] }],
    [
      'the words of Day 1 are not in the transcript',
      transcript,
      { has: ['a cold morning'], lacks: [CLAIM, 'are you sure'] },
    ],
    ['the wills of Day 1 are gone', text, { lacks: WILLS }],
    ['the summary says what Ann said', summary, { has: [CLAIM] }],
    [
      'the account says in which day the rest was said',
      onlyReason(morning),
      { has: ['said in Day 1, which has ended'] },
    ],
  ];
  console.log('\n  checked:');
  return checks.flatMap(([what, where, texts]) => {
    const complaints = complaintsOf(`Ann, where ${what}`, where, texts);
    console.log(`    ${complaints.length === 0 ? '✓' : '✗'} ${what}`);
    return complaints;
  });
}

module.exports = { checkDays, day, playVillager };
