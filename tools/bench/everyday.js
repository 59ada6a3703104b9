/** Everyday questions in twenty languages: names, days, notations, word forms, long replies, tables and groups, each among unrelated messages. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { parseArgs } = require('node:util');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const notations = require('./fixtures/everyday-notations.json');
const times = require('./fixtures/everyday-times.json');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { percent, table } = require('./table.js');

const FOLDER = join(__dirname, 'fixtures/everyday');
const LANGUAGES = readdirSync(FOLDER).map((file) => require(join(FOLDER, file)));
const BUDGET = 1_200;
const DAY = 86_400_000;
const FILLERS = 30;
const REPLY_SENTENCES = 70;
const USE = 'npm run bench -- everyday [--url <address> --key <operator key>] [--json]';
const SHAPE = { url: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } };

/** The agent of a session. Each has its own, which took part in no other. */
const agentOf = (session) => `${session}-agent`;

const startOfToday = () => Math.floor(Date.now() / DAY) * DAY;
const daysAgo = (days) => startOfToday() - days * DAY + 10 * 3_600_000;
const inWords = (code, at, options) => new Intl.DateTimeFormat(code, { timeZone: 'UTC', ...options }).format(at);

function draft(session, content, { at, id = 'ann', kind = 'user' }) {
  const schema_name = kind === 'agent' ? 'agent.response.v1' : 'user.message.v1';
  const context = kind === 'agent' ? { action: 'speak', agent: id, content } : { content };
  return { schema_name, session, author: { kind, id }, context, occurred_at: new Date(at).toISOString() };
}

/** Thirty messages of today that have nothing to do with any question. */
function fillersOf(session, sentences) {
  const spacing = Math.max(1_000, Math.floor((Date.now() - startOfToday()) / (FILLERS + 2)));
  return Array.from({ length: FILLERS }, (_, at) =>
    draft(session, `${sentences[at % sentences.length]} (${at + 1})`, {
      at: startOfToday() + (at + 1) * spacing,
      id: at % 2 ? 'bo' : 'ann',
    }),
  );
}

/** A long reply with one sentence that answers something in its middle. */
const longReply = (filler, sentence) =>
  Array.from({ length: REPLY_SENTENCES }, (_, at) =>
    at === REPLY_SENTENCES >> 1 ? sentence : `${filler[at % filler.length].replace(/[.。।]$/, '')} ${at + 1}.`,
  ).join(' ');

const membersOf = (name) => [
  { kind: 'user', id: 'u1042', name },
  { kind: 'user', id: 'ann', name: 'Ann' },
  { kind: 'user', id: 'bo', name: 'Bo' },
];

/** The messages of a language, and what is asked of them. */
function languageCase(language) {
  const { code, filler, reply } = language;
  const session = `everyday-${code}`;
  const date = daysAgo(5);
  const shown = inWords(code, date, { day: 'numeric', month: 'long' });
  const facts = [
    ...language.words.map((one) => ['words', ...one]),
    ...language.forms.map((one) => ['word forms', ...one]),
    ['keywords', ...language.keywords],
    ['table', ...language.table],
  ];
  const question = (kind, asked, expected) => ({ kind, language: code, session, question: asked, expected });
  return {
    session,
    members: membersOf(language.name),
    drafts: [
      ...facts.map(([, text], at) => draft(session, text, { at: daysAgo(20) + at * 60_000 })),
      draft(session, longReply(filler, reply[0]), { at: daysAgo(9), kind: 'agent', id: agentOf(session) }),
      draft(session, language.said[0], { at: daysAgo(8), id: 'u1042' }),
      draft(session, language.date[0], { at: date }),
      ...language.group[0].map((text, at) => draft(session, text, { at: daysAgo(4) + at, id: ['ann', 'bo'][at] })),
      draft(session, language.ago[0], { at: daysAgo(3) }),
      draft(session, language.yesterday[0], { at: daysAgo(1) }),
      ...fillersOf(session, filler),
    ],
    questions: [
      ...facts.map(([kind, text, asked, part]) => question(kind, asked, [part ?? text])),
      question('long reply', reply[1], [reply[0]]),
      question('name', language.said[1], [language.said[0]]),
      question('date', language.date[1].replace('{date}', shown), [language.date[0]]),
      question('days', language.ago[1], [language.ago[0]]),
      question('days', language.yesterday[1], [language.yesterday[0]]),
      question('group', language.group[1], language.group[0]),
    ],
  };
}

const english = LANGUAGES.find(({ code }) => code === 'en');

function notationsCase() {
  const session = 'everyday-notations';
  return {
    session,
    members: [],
    drafts: [
      ...notations.map(([text], at) => draft(session, text, { at: daysAgo(20) + at * 60_000 })),
      ...fillersOf(session, english.filler),
    ],
    questions: notations.map(([text, question]) => ({
      kind: 'notation',
      language: 'en',
      session,
      question,
      expected: [text],
    })),
  };
}

/** When something was said, for each way in which a question names it. */
function momentOf(when) {
  const now = new Date();
  if (typeof when === 'number') return daysAgo(when);
  if (when === 'weekday') return daysAgo(4);
  if (when === 'lastmonth') return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 12, 10);
  if (when === 'lastyear') return Date.UTC(now.getUTCFullYear() - 1, 5, 12, 10);
  if (when === 'year') return Date.UTC(now.getUTCFullYear() - 3, 5, 12, 10);
  if (when === 'range') return daysAgo(42);
  if (when === 'before') return daysAgo(1_500);
  return daysAgo({ date: 11, iso: 17, dmy: 19, nth: 9 }[when]);
}

function timesCase(nth) {
  const [when, text, asked] = times[nth];
  const session = `everyday-time-${nth}`;
  const at = momentOf(when);
  const date = { day: 'numeric', month: 'long' };
  const values = {
    weekday: inWords('en', at, { weekday: 'long' }),
    date: inWords('en-GB', at, date),
    iso: new Date(at).toISOString().slice(0, 10),
    dmy: inWords('de', at, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    nth: `${new Date(at).getUTCDate()}th`.replace(/(?<!1)([123])th/, (_, d) => `${d}${['st', 'nd', 'rd'][d - 1]}`),
    year: String(new Date(at).getUTCFullYear()),
    from: inWords('en-GB', at - 2 * DAY, date),
    to: inWords('en-GB', at + 2 * DAY, date),
    beforedate: inWords('en-GB', at + 5 * DAY, { ...date, year: 'numeric' }),
  };
  const others = [2, 4, 6, 8, 10, 12, 16, 18, 25, 33, 50, 70, 100, 500, 800]
    .map((days) => days * DAY)
    .filter((age) => Math.abs(daysAgo(0) - age - at) > 3 * DAY);
  return {
    session,
    members: [],
    drafts: [
      draft(session, text, { at }),
      ...others.map((age, place) =>
        draft(session, `${english.filler[place % 10]} Note ${place}.`, { at: daysAgo(0) - age }),
      ),
      ...fillersOf(session, english.filler),
    ],
    questions: [
      {
        kind: 'time',
        language: 'en',
        session,
        question: asked.replace(/\{(\w+)\}/g, (_, name) => values[name]),
        expected: [text],
      },
    ],
  };
}

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
  const isLong = one.kind === 'long reply' || one.kind === 'table';
  return {
    ...one,
    context: holds(reply.formatted_context, one.expected),
    memory: holds(later.formatted_context, one.expected),
    'why-not': await explains(api, one),
    search: one.expected.every((text) => found.includes(isLong ? JSON.stringify(text).slice(1, -1) : text)),
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

async function measure(api, { json }) {
  const cases = [...LANGUAGES.map(languageCase), notationsCase(), ...times.map((_, nth) => timesCase(nth))];
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
  return withSystem({ ...values, server }, (api) => measure(api, values));
};
