/** Contexts as previews build them, in this process: the store's search and the builder's pipeline. */
const { loadBuilt } = require('./built-code.js');
const { WORKSPACE } = require('./indexed-conversations.js');
const { OfflineStore } = require('./offline-store.js');

const { buildContext } = loadBuilt('context-builder', 'pipeline.js');
const { BuildCaches } = loadBuilt('context-builder', 'build-caches.js');
const { resolvePlan } = loadBuilt('context-builder', 'plan/plan.js');

const CONTEXT_WINDOW = 32_768;
/** A fixed time: recency must not change the figures from day to day. */
const NOW = '2026-01-01T12:00:00.000Z';
const AGENT = 'assistant';
const OPERATOR = { kind: 'operator', id: 'operator' };
const PROMPT = 'Answer the message.';
const DEFINITION = '00000000-0000-4000-8000-000000000000';

/** The input of a preview that asks a question of a conversation. */
const inputFor = ({ session, statistics }, { question }, overrides) => ({
  definition: { id: DEFINITION, version: 1, prompt: PROMPT, system_prompt: PROMPT, name: 'Assistant' },
  access: {
    workspace: WORKSPACE,
    agent: AGENT,
    viewers: [{ participant: { kind: 'agent', id: AGENT } }, { participant: OPERATOR, operator: true }],
    readers: 'all',
    session,
  },
  as_of: statistics.position,
  now: NOW,
  trigger: { author: OPERATOR, text: question, tags: [] },
  excluded: [],
  overrides,
  queries: 2,
});

/** Builds contexts for the questions of indexed conversations. */
class OfflineBuilder {
  #caches = new BuildCaches();
  #stores = new WeakMap();

  #storeOf(conversation) {
    const known = this.#stores.get(conversation) ?? new OfflineStore(conversation);
    this.#stores.set(conversation, known);
    return known;
  }

  /** The texts that the search of the default plan finds, best first, each with its score. */
  rank(conversation, question, { features, parameters }) {
    const plan = resolvePlan([]).plan.sources.find(({ type }) => type === 'hybrid');
    const { position } = conversation.statistics;
    const asked = { query: question.question, session: conversation.session, exclude: [], tags: [], members: [] };
    const request = { ...asked, features, viewer: AGENT, as_of: position, now: NOW };
    return this.#storeOf(conversation).rank(request, plan, { question, parameters });
  }

  /** The contexts of a question at each budget, from one search. */
  async buildAll(conversation, question, { budgets, weights: { features, parameters }, config = {} }) {
    const store = this.#storeOf(conversation);
    let found;
    const ports = {
      retrieve: (request) => (found ??= store.retrieve(request, { question, parameters })),
      calibration: async () => ({ learned: null, queries: 0 }),
      tools: async () => ({ defined: [], queries: 0 }),
    };
    const contexts = [];
    for (const max_tokens of budgets) {
      const input = inputFor(conversation, question, [{ ...config, features, budget: { max_tokens } }]);
      contexts.push(await buildContext(input, { ports, caches: this.#caches, contextWindow: CONTEXT_WINDOW }));
    }
    return contexts;
  }
}

module.exports = { OfflineBuilder };
