/** The imported conversation: as crumbs, as its two baselines, and as the content that its contexts must have. */
const { setTimeout: pause } = require('node:timers/promises');
const seed = require('./seed-003.json');

const SESSION = 'demo-hour';
const AGENT = 'assistant';

/** The conversation in a session, as drafts for one batch of history. */
const drafts = (session = SESSION) =>
  seed.messages.map(({ role, content, at }) => ({
    session,
    occurred_at: at,
    ...(role === 'user'
      ? { schema_name: 'user.message.v1', author: { kind: 'user', id: 'user' }, context: { content } }
      : {
          schema_name: 'agent.response.v1',
          author: { kind: 'agent', id: AGENT },
          context: { action: 'speak', content },
        }),
  }));

/** What the agent sees: the default sources, and the system's own tool catalog. */
const SOURCES = [{ type: 'recent' }, { type: 'hybrid' }, { type: 'catalog' }];
/** Room for every tool of the catalog. */
const SECTIONS = [{ name: 'tools', quota: 0.5 }];
const config = () => ({
  schema_name: 'context.config.v1',
  context: { consumer: AGENT, sources: SOURCES, sections: SECTIONS },
});

/** Resolves with the tools of the system's own catalog, once some can be run; the tool-runner publishes it when it starts. */
async function systemTools(api) {
  for (;;) {
    const { breadcrumbs } = await api.list({ schema: 'tool.catalog.v1' });
    const tools = breadcrumbs.flatMap(({ context }) => context.tools).filter(({ available }) => available);
    if (tools.length > 0) return tools;
    await pause(100);
  }
}

/** The history as people usually paste it into prompts: the last 20 messages as pretty-printed JSON, and as plain text. */
function baselines() {
  const last = seed.messages.slice(-20);
  const messages = last.map(({ role, content, at }) => ({ role, content, timestamp: at }));
  return {
    json: JSON.stringify([{ type: 'chat_history', messages }], null, 2),
    plain: last.map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`).join('\n'),
  };
}

const textOf = (id) => seed.messages.find((message) => message.id === id).content;

/** The last two exchanges of a list of {role, content}, oldest first. */
function lastTwoExchanges(history) {
  let users = 0;
  let from = history.length;
  while (from > 0 && users < 2) if (history[--from].role === 'user') users++;
  return history.slice(from);
}

module.exports = {
  AGENT,
  SESSION,
  SOURCES,
  SECTIONS,
  baselines,
  config,
  drafts,
  lastTwoExchanges,
  seed,
  systemTools,
  textOf,
};
