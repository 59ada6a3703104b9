/** Recall of ranking weights over indexed conversations: a fast estimate from the ranking alone, and the figures of whole contexts. */
const { bare } = require('../recall-score.js');
const { BUDGETS, DEPTH, FIGURES } = require('./figures.js');

/** Of a budget, what frame, message and recent window leave in most contexts: at least this share, at most this many tokens less. */
const LEFT = 0.7;
const MOST_AROUND = 320;
/** Tokens of an item besides its text. */
const AROUND_ITEM = 5;
/** A piece of more tokens, by an author who mostly writes that much, enters as an excerpt of about so many tokens. */
const LONG = 150;
const EXCERPT = 60;
/** As the builder: what scores less than this share of the best is not admitted. */
const FLOOR = 0.3;

const known = new WeakMap();

/** Letters and digits of a question's evidence, computed once. */
function bareEvidence(question) {
  const evidence = known.get(question) ?? question.evidence.map(bare);
  known.set(question, evidence);
  return evidence;
}

/** For each question the ids of the turns that its evidence is. */
function findEvidenceIds({ contents }, question) {
  const wanted = new Set(question.evidence);
  return [...contents].filter(([, text]) => wanted.has(text)).map(([id]) => id);
}

/** What ranking estimates need of a conversation: pieces of each message, and the authors whose messages are mostly long. */
function describeTexts({ list }) {
  const pieces = new Map();
  const tokens = new Map();
  for (const { id, author, tokens: size } of list.texts) {
    pieces.set(id, (pieces.get(id) ?? 0) + 1);
    const sum = tokens.get(author.id) ?? { size: 0, ids: new Set() };
    sum.size += size;
    sum.ids.add(id);
    tokens.set(author.id, sum);
  }
  const verbose = new Set([...tokens].filter(([, { size, ids }]) => size > 350 * ids.size).map(([id]) => id));
  return { pieces, verbose };
}

/** The ids of messages that enter whole with this budget, best first, skipping what does not fit. */
function packRanked(ranked, budget, { pieces, verbose }) {
  let left = Math.max(LEFT * budget, budget - MOST_AROUND);
  const entered = new Map();
  for (const { text, score } of ranked) {
    if (score < FLOOR) break;
    const isCut = text.tokens > LONG && verbose.has(text.author.id);
    const cost = (isCut ? EXCERPT : text.tokens) + AROUND_ITEM;
    if (cost > left) continue;
    left -= cost;
    if (!isCut) entered.set(text.id, (entered.get(text.id) ?? 0) + 1);
  }
  return new Set([...entered].filter(([id, count]) => count === pieces.get(id)).map(([id]) => id));
}

const shareOf = (ids, entered) => ids.filter((id) => entered.has(id)).length / Math.max(1, ids.length);

/** Estimates the recall of one question from the ranking alone; {@link FIGURES}. */
async function estimateQuestion(builder, { conversation, texts }, question, weights) {
  const ranked = await builder.rank(conversation, question, weights);
  const ids = (question.ids ??= findEvidenceIds(conversation, question));
  const best = new Set(ranked.slice(0, DEPTH).map(({ text }) => text.id));
  return [...BUDGETS.map((budget) => shareOf(ids, packRanked(ranked, budget, texts))), shareOf(ids, best)];
}

/** Measures the recall of one question in whole contexts; {@link FIGURES}. */
async function measureQuestion(builder, { conversation }, question, weights) {
  const contexts = await builder.buildAll(conversation, question, { budgets: BUDGETS, weights });
  const evidence = bareEvidence(question);
  const shareIn = (text) => evidence.filter((one) => text.includes(one)).length / evidence.length;
  const best = contexts
    .at(-1)
    .items.filter(({ section }) => section !== 'recent')
    .sort((a, b) => a.rank - b.rank)
    .slice(0, DEPTH);
  const texts = best.map(({ id }) => conversation.contents.get(id) ?? '');
  return [...contexts.map(({ text }) => shareIn(bare(text))), shareIn(bare(texts.join('\n')))];
}

/** The sums of a conversation's figures, by `one` of the two functions above. */
async function measureConversation(builder, conversation, weights, one) {
  const described = (conversation.described ??= { conversation, texts: describeTexts(conversation) });
  const sums = FIGURES.map(() => 0);
  for (const question of conversation.questions) {
    const figures = await one(builder, described, question, weights);
    figures.forEach((figure, at) => (sums[at] += figure));
  }
  return { sums, questions: conversation.questions.length };
}

/** Measures weights over conversations; returns the sums of each. `fast` estimates from the ranking alone. */
async function measureAll(builder, conversations, weights, { fast }) {
  const measured = [];
  for (const conversation of conversations)
    measured.push(await measureConversation(builder, conversation, weights, fast ? estimateQuestion : measureQuestion));
  return measured;
}

module.exports = { measureAll };
