/** Conversations indexed in this process, as the store would index them one after the other in one workspace. */
const { readQuestionKeys } = require('@crumbtrail/text');
const { idOf, questionsOf, turnsOf } = require('../conversation.js');
const { loadBuilt } = require('./built-code.js');

const { renderChunks } = loadBuilt('breadcrumb-store', 'search/index/text/render-chunks.js');
const { wordsEmbedder } = loadBuilt('breadcrumb-store', 'search/embedders/words-embedder.js');
const { TextChunk, compareByTime } = loadBuilt('breadcrumb-store', 'search/session-cache/text-chunk.js');
const { TextList } = loadBuilt('breadcrumb-store', 'search/rank/text-list.js');

const WORKSPACE = 'default';

/** The rows of the index for a crumb at a position. */
function rowsOf({ author, ...crumb }, position) {
  const version = { ...crumb, author, workspace: WORKSPACE, version: 1, tags: [] };
  return renderChunks({ ...version, created_at: crumb.occurred_at }).map((chunk) => ({
    ...chunk,
    position,
    superseded_position: null,
    session: crumb.session,
    schema_name: crumb.schema_name,
    author_kind: author.kind,
    author_id: author.id,
    author_name: null,
    audience: ['*'],
    informs: null,
    tags: [],
    imported: true,
    occurred_at: crumb.occurred_at,
    expires_at: null,
  }));
}

/** The rows of the index for the turns of a conversation. */
const chunkRows = (sample, nth, before) =>
  turnsOf(sample).flatMap(({ draft }, turn) => rowsOf({ ...draft, id: idOf(nth, turn) }, before + turn + 1));

function indexTexts(rows) {
  return new TextList(rows.map((row) => TextChunk.from(row, wordsEmbedder.vectorise)).sort(compareByTime));
}

/** The workspace's statistics after another conversation. */
function addStatistics({ df, chunks, totalLength, position }, { texts }) {
  const counts = new Map(df);
  for (const { terms } of texts) for (const stem of terms.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return {
    df: counts,
    chunks: chunks + texts.length,
    totalLength: totalLength + texts.reduce((sum, { length }) => sum + length, 0),
    position: texts.reduce((most, text) => Math.max(most, text.position), position),
  };
}

function indexQuestions(sample) {
  const asked = questionsOf(sample).filter(({ evidence }) => evidence.length > 0);
  const keysOf = (text) => [...new Set(readQuestionKeys(text).map(({ key }) => key))];
  return asked.map((question) => ({ ...question, stems: keysOf(question.question) }));
}

/**
 * The conversations of one data set: of each its texts in time order, what its turns said by crumb id, its questions that have evidence, and the
 * workspace's statistics when it had been imported.
 */
function indexConversations(samples) {
  const indexed = [];
  let statistics = { df: new Map(), chunks: 0, totalLength: 0, position: 0 };
  for (const [nth, sample] of samples.entries()) {
    const list = indexTexts(chunkRows(sample, nth, statistics.position));
    statistics = addStatistics(statistics, list);
    const contents = new Map(turnsOf(sample).map(({ draft }, turn) => [idOf(nth, turn), draft.context.content]));
    indexed.push({ session: sample.sample_id, list, contents, questions: indexQuestions(sample), statistics });
  }
  return indexed;
}

module.exports = { indexConversations, indexTexts, rowsOf, WORKSPACE };
