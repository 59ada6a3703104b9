/** The store's search over indexed conversations, in this process. */
const { loadBuilt } = require('./built-code.js');
const { WORKSPACE } = require('./indexed-conversations.js');

const { analyseQuestion } = loadBuilt('breadcrumb-store', 'search/query/analyse-question.js');
const { findDateWords } = loadBuilt('breadcrumb-store', 'search/rank/question-dates.js');
const { findSource } = loadBuilt('breadcrumb-store', 'search/sources/find-source.js');
const { buildCandidates } = loadBuilt('breadcrumb-store', 'search/retrieve/candidates.js');
const { StemCounter, computeInformation } = loadBuilt('breadcrumb-store', 'search/session-cache/information.js');
const { wordsEmbedder } = loadBuilt('breadcrumb-store', 'search/embedders/words-embedder.js');

const compareTexts = (a, b) => (a < b ? -1 : Number(a > b));

/** The stems of a question with their document frequencies, rarest first, as the store's statement returns them. */
function listStems({ stems }, { df }) {
  const known = stems.map((stem) => ({ stem, count: df.get(stem) ?? 0 }));
  return known
    .sort((a, b) => a.count - b.count || compareTexts(a.stem, b.stem))
    .map(({ stem, count }) => [stem, count]);
}

/** Searches one conversation. */
/** All texts of a conversation are in memory: what reads more is wrong. */
const noDatabase = {
  read: (sql) => {
    throw new Error(`The measurement has no database, but this was asked: ${sql}`);
  },
};

class OfflineStore {
  #conversation;
  #bits = new Map();

  constructor(conversation) {
    this.#conversation = conversation;
  }

  /** What a search of every source works with; `parameters` are those of the ranking. */
  async #contextOf(request, question, parameters) {
    const { list, statistics } = this.#conversation;
    const { chunks, totalLength, position } = statistics;
    const stems = listStems(question, statistics);
    const snapshot = {
      head: position,
      through: position,
      chunks,
      totalLength,
      stems,
      scopes: [],
      late: new Map(),
      hasVectors: false,
      queries: 1,
    };
    const vector = {
      embedder: wordsEmbedder.name,
      stored: null,
      vector: (question.vector ??= (await wordsEmbedder.embed([request.query]))[0]),
    };
    const dates = findDateWords(request.query);
    const analysed = analyseQuestion({
      request,
      snapshot,
      vector,
      dates,
      conversation: list,
      spellings: [],
      near: [],
      parameters,
    });
    const scope = { workspace: WORKSPACE, viewers: [], readers: null, as_of: request.as_of, now: request.now };
    const asked = { ...analysed, base: { ...analysed.base, parameters } };
    return { scope, request, snapshot, vector, session: list, hidden: 0, catalog: null, question: asked };
  }

  #informationOf(texts) {
    const { df, chunks } = this.#conversation.statistics;
    for (const text of texts) {
      if (this.#bits.has(text)) continue;
      const counters = [...text.terms.keys()].map((stem) => new StemCounter(df.get(stem)));
      this.#bits.set(text, computeInformation(counters, chunks));
    }
    return { bits: this.#bits, queries: 0 };
  }

  /** The texts that one source finds, best first. */
  async rank(request, plan, { question, parameters }) {
    return findSource(null, plan, await this.#contextOf(request, question, parameters));
  }

  /** The reply of `retrieve`. */
  async retrieve(request, { question, parameters }) {
    const context = await this.#contextOf(request, question, parameters);
    const search = async (plan) => ({ plan, found: await findSource(null, plan, context) });
    const results = await Promise.all(request.sources.map(search));
    const cache = { information: (_workspace, _snapshot, { texts }) => this.#informationOf(texts) };
    const { sources, beyond } = await buildCandidates({ cache, sql: noDatabase }, context, results);
    const { through, queries } = context.snapshot;
    const { embedder } = context.vector;
    return {
      sources,
      beyond,
      hidden: 0,
      index_position: through,
      embedder,
      queries,
      query: context.question.query,
      milliseconds: 0,
    };
  }
}

module.exports = { OfflineStore };
