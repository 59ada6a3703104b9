/** What is asked of each log, through the HTTP client. */
const { questionOf } = require('./build-data.js');
const { FIRST_SESSIONS, firstDrafts, PER_SESSION } = require('./grown-log.js');
const { dice } = require('./statistics.js');
const { untilIndexed } = require('./system.js');

const AGENT = 'assistant';
const MAX_TOKENS = 2_000;
const PAGE = 50;
const SCHEMA = 'user.message.v1';
/** How many sessions are active while others are idle. */
const ACTIVE = 8;
/** The time in the middle of each session. */
const MIDDLE = firstDrafts()[PER_SESSION / 2].occurred_at;

/** A word that no other message has, and the messages that have it. */
const RARE_WORD = 'zymurgy';
const RARE_MESSAGES = 20;

/** The questions and sessions of one log. Every log is asked the same questions. */
class Asker {
  #roll = dice(17);
  #texts = firstDrafts().map(({ context }) => context.content);
  #cold = ACTIVE;

  constructor(size) {
    this.sessions = (size / PER_SESSION) | 0;
  }

  /** One of the active sessions, with a question about a message of it. */
  active() {
    return this.#question(Math.floor(this.#roll() * ACTIVE));
  }

  /** How many sessions are left that nobody has asked about. */
  get cold() {
    return this.sessions - this.#cold;
  }

  /** A session that nobody has asked about yet, with a question. */
  nextCold() {
    return this.#question(this.#cold++);
  }

  #question(number) {
    const first = (number % FIRST_SESSIONS) * PER_SESSION;
    const text = this.#texts[first + Math.floor(this.#roll() * PER_SESSION)];
    return { session: `s-${number}`, content: questionOf(text, this.#roll) };
  }
}

const preview = (api, asked) => api.preview({ agent: AGENT, ...asked, budget: { max_tokens: MAX_TOKENS } });
const search = (api, { content, session }) =>
  api.search({ query: content, mode: 'hybrid', ...(session && { filter: { session } }) });

const append = (api, { session, content }) => api.append({ schema_name: SCHEMA, session, context: { content } });

async function sayRareWord(api) {
  for (let nth = 0; nth < RARE_MESSAGES; nth += 1)
    await append(api, { session: `s-${nth % ACTIVE}`, content: `The ${nth}th lesson in ${RARE_WORD}.` });
  await untilIndexed(api);
}

/** By name: `run(api, asker, prepared)` is measured, `prepare(api)` runs once before; `most(asker)` limits how often. */
const OPERATIONS = {
  'list, newest page': { run: (api) => api.list({ limit: PAGE }) },
  'list, page of a session': { run: (api, asker) => api.list({ session: asker.active().session, limit: PAGE }) },
  'list, page of a schema': { run: (api) => api.list({ schema: SCHEMA, limit: PAGE }) },
  'list, page in the middle': {
    prepare: async (api) => (await api.list({ since: MIDDLE, order: 'asc', limit: PAGE })).next_cursor,
    run: (api, _asker, cursor) => api.list({ since: MIDDLE, order: 'asc', limit: PAGE, cursor }),
  },
  'sessions, newest page': { run: (api) => api.sessions({ limit: PAGE }) },
  'trails, newest page': { run: (api) => api.trails({ limit: PAGE }) },
  'search in a session': { run: (api, asker) => search(api, asker.active()) },
  'search in the workspace': { run: (api, asker) => search(api, { content: asker.active().content }) },
  'search in the workspace, a rare word': {
    prepare: sayRareWord,
    run: (api) => search(api, { content: `What about ${RARE_WORD}?` }),
  },
  'preview, warm': { run: (api, asker) => preview(api, asker.active()) },
  'preview, first of a session': {
    run: (api, asker) => preview(api, asker.nextCold()),
    most: (asker) => asker.cold,
  },
  'append of a message': { run: (api, asker) => append(api, asker.active()) },
};

module.exports = { ACTIVE, Asker, OPERATIONS };
