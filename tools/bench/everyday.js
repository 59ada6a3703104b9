/** Everyday questions in twenty languages: names, days, notations, word forms, long replies, tables and groups, each among unrelated messages. */
const { setTimeout: pause } = require('node:timers/promises');
const { parseArgs } = require('node:util');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const { agentOf, FILLERS, SETS } = require('./everyday-cases.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { percent, table } = require('./table.js');

const BUDGET = 1_200;
const USE =
  'npm run bench -- everyday [--set first|chats] [--only <part of a session>] [--url <address> --key <operator key>] [--json]';
const SHAPE = {
  set: { type: 'string' },
  only: { type: 'string', default: '' },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
};

const bare = (text) => text.replace(/\s+/g, ' ');
const holds = (context, expected) => expected.every((text) => bare(context).includes(bare(text)));

async function defineAgent(api, session) {
  const subscriptions = [{ schema: 'user.message.v1' }];
  const context = { agent: agentOf(session), prompt: 'You listen.', sessions: 'member', subscriptions };
  await api.append({ schema_name: 'agent.def.v1', context });
}

/** Where a question is asked whose answer was said in another session. */
const laterOf = (session) => `${session}-later`;

/** Says something in a session, and resolves to the id of the context that its agent answers with. */
async function recordContext(api, session) {
  const { trail_id } = await api.say(session, 'Let us go on.');
  for (;;) {
    const { nodes } = await api.trail(trail_id);
    const context = nodes.find(({ schema_name }) => schema_name === 'agent.context.v1');
    if (context) return context.id;
    await pause(100);
  }
}

/** Does the answer to "why is this not in the context" speak of a text that the question is about? */
async function explains(api, { context, question, expected }) {
  const { found } = await api.contexts.whyNot(context, question);
  if (!found) return false;
  const text = JSON.stringify((await api.get(found.id)).context);
  return expected.some((part) => text.includes(JSON.stringify(part).slice(1, -1)));
}

async function ask(api, one) {
  const asked = { agent: agentOf(one.session), content: one.question, budget: { max_tokens: BUDGET } };
  const reply = await api.preview({ ...asked, session: one.session });
  const later = await api.preview({ ...asked, session: laterOf(one.session), config: { preset: 'memory' } });
  const { results } = await api.search({ query: one.question, filter: { session: one.session }, limit: 10 });
  const found = results.map(({ breadcrumb }) => JSON.stringify(breadcrumb.context)).join('\n');
  return {
    ...one,
    context: holds(reply.formatted_context, one.expected),
    memory: holds(later.formatted_context, one.expected),
    'why-not': await explains(api, one),
    search: one.expected.every((text) => found.includes(JSON.stringify(text).slice(1, -1))),
  };
}

const shareOf = (results, field) => results.filter((one) => one[field]).length / Math.max(1, results.length);

/** Through what a question is asked. */
const WAYS = ['context', 'search', 'memory', 'why-not'];

const rowOf = (name, some) => [name, String(some.length), ...WAYS.map((way) => percent(shareOf(some, way)))];

function rowsOf(results, field) {
  const names = [...new Set(results.map((one) => one[field]))].sort();
  return names.map((name) =>
    rowOf(
      name,
      results.filter((one) => one[field] === name),
    ),
  );
}

function report(results) {
  const head = ['', 'questions', ...WAYS];
  const missed = (way) =>
    results.filter((one) => !one[way]).map(({ kind, language, question }) => `  ${kind}, ${language}: ${question}`);
  return [
    `Contexts of ${BUDGET} tokens, each question among ${FILLERS} unrelated messages; memory: asked in a later session`,
    table([head, ...rowsOf(results, 'kind'), rowOf('all', results)]),
    table([head, ...rowsOf(results, 'language')]),
    ...WAYS.map((way) => `Not found by ${way}:\n${missed(way).join('\n')}`),
  ].join('\n\n');
}

async function measure(api, { json, set, only }) {
  const chosen = set === undefined ? Object.values(SETS) : [SETS[set]];
  const cases = chosen.flatMap((read) => read()).filter(({ session }) => session.includes(only));
  for (const { session, members: people } of cases) {
    await defineAgent(api, session);
    const members = [...people, { kind: 'agent', id: agentOf(session) }];
    for (const name of [session, laterOf(session)])
      await api.append({ schema_name: 'session.v1', session: name, context: { name, members } });
  }
  await importAll(
    api,
    cases.flatMap(({ drafts }) => drafts),
  );
  await untilIndexed(api);
  const results = [];
  for (const { session, questions } of cases) {
    const context = await recordContext(api, session);
    for (const one of questions) results.push(await ask(api, { ...one, context }));
  }
  console.log(json ? JSON.stringify({ bench: 'everyday', results }) : report(results));
}

module.exports = async function everyday({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  if (values.url && !values.key) throw new ActionableError(`An address needs a key: ${USE}`);
  if (values.set && !SETS[values.set])
    throw new ActionableError(`The sets of questions are ${Object.keys(SETS).join(' and ')}: ${USE}`);
  return withSystem({ ...values, server }, (api) => measure(api, values));
};
