/** The messages and questions of `bench -- everyday`. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const notations = require('./fixtures/everyday-notations.json');
const times = require('./fixtures/everyday-times.json');

const readFolder = (name) => {
  const folder = join(__dirname, 'fixtures', name);
  return readdirSync(folder).map((file) => [file.replace('.json', ''), require(join(folder, file))]);
};
const LANGUAGES = readFolder('everyday').map(([, language]) => language);
const DAY = 86_400_000;
const FILLERS = 30;
const REPLY_SENTENCES = 70;

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

/** The messages of a language as people write them, without the form of {@link languageCase}. */
function chatCase([name, chat]) {
  const { code, filler, facts, said, yesterday, ago, group } = chat;
  const session = `everyday-chat-${name}`;
  const question = (kind, asked, expected) => ({ kind, language: code, session, question: asked, expected });
  const drafts = facts.map(([, text], at) => draft(session, text, { at: daysAgo(20) + at * 60_000 }));
  const questions = facts.map(([kind, text, asked, part]) => question(kind, asked, [part ?? text]));
  const add = (kind, [text, asked], options) => {
    drafts.push(draft(session, text, options));
    questions.push(question(kind, asked, [text]));
  };
  add('name', said, { at: daysAgo(8), id: 'u1042' });
  if (group) {
    const [texts, asked, wanted] = group;
    drafts.push(
      ...texts.map((text, at) => draft(session, text, { at: daysAgo(4) + at, id: ['ann', 'bo', 'ann'][at] })),
    );
    questions.push(
      question(
        'group',
        asked,
        wanted.map((at) => texts[at]),
      ),
    );
  }
  if (ago) add('days', ago, { at: daysAgo(3) });
  if (yesterday) add('days', yesterday, { at: daysAgo(1) });
  return { session, members: membersOf(chat.name), drafts: [...drafts, ...fillersOf(session, filler)], questions };
}

/** The sessions of each set of questions. */
module.exports = {
  agentOf,
  FILLERS,
  SETS: {
    first: () => [...LANGUAGES.map(languageCase), notationsCase(), ...times.map((_, nth) => timesCase(nth))],
    chats: () => readFolder('everyday-chats').map(chatCase),
  },
};
