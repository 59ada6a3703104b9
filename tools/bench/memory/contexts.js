/** Contexts with a memory and without one, at equal tokens. */
const { RANKING_WEIGHTS } = require('@crumbtrail/contracts');
const { countTokens } = require('@crumbtrail/hints');
const { idOf } = require('../conversation.js');
const { indexTexts, rowsOf } = require('../fit/indexed-conversations.js');
const { bare } = require('../recall-score.js');

const HEADING = '\n\n## Memory\n';
const HEADING_TOKENS = countTokens(HEADING, 'o200k_base');
/** Facts that score less than this share of the best one are not shown. */
const FLOOR = 0.4;
/** The largest share of a budget that facts may take from messages. */
const MOST_SHARE = 0.25;
const FACTS = 900_000;

/** An index of facts that the store's search ranks as it ranks messages. */
function indexFacts(conversation, facts) {
  const crumb = {
    schema_name: 'user.message.v1',
    session: conversation.session,
    author: { kind: 'user', id: 'memory' },
  };
  const rows = facts.flatMap((fact, nth) =>
    rowsOf({ ...crumb, id: idOf(FACTS, nth), context: { content: fact.text }, occurred_at: fact.at }, nth + 1),
  );
  return { ...conversation, list: indexTexts(rows) };
}

const lineOf = ({ text }) => `- ${text}\n`;
const tokensOf = (fact) => countTokens(lineOf(fact), 'o200k_base');

/** The facts that a question is about, best first. */
async function rankFacts(builder, { index, facts }, question) {
  const ranked = await builder.rank(index, question, RANKING_WEIGHTS);
  const best = ranked[0]?.score ?? 0;
  return ranked.filter(({ score }) => score >= FLOOR * best).map(({ text }) => facts[Number(text.id.slice(-12))]);
}

/** Whether a text lacks a message that the fact rests on. */
function createNoveltyTest(text, contents) {
  const whole = bare(text);
  return ({ sources }) => sources.some(({ id }) => !whole.includes(bare(contents.get(id) ?? '')));
}

/** The first facts that fit into `room` tokens, at most `count`. */
function takeFacts(facts, { room, count = Infinity }) {
  let left = room - HEADING_TOKENS;
  const taken = [];
  for (const fact of facts) {
    const tokens = tokensOf(fact);
    if (taken.length >= count) break;
    if (tokens > left) continue;
    left -= tokens;
    taken.push(fact);
  }
  return { taken, tokens: taken.length === 0 ? 0 : room - left };
}

/**
 * A context of a budget with facts: the best `count` for every 1,000 tokens whose messages the context without a memory lacks take the place of
 * messages; further ones enter where tokens are left.
 */
async function addFacts(builder, { conversation, question, ranked, base, budget, count }) {
  const novel = ranked.filter(createNoveltyTest(base.text, conversation.contents));
  const wanted = Math.round((count * budget) / 1_000);
  const reserved = takeFacts(novel, { room: MOST_SHARE * budget, count: wanted });
  const isFree = reserved.tokens <= budget - base.tokens.total;
  const [context] = isFree
    ? [base]
    : await builder.buildAll(conversation, question, { budgets: [budget - reserved.tokens], weights: RANKING_WEIGHTS });
  const rest = ranked.filter(
    (fact) => !reserved.taken.includes(fact) && createNoveltyTest(context.text, conversation.contents)(fact),
  );
  const { taken } = takeFacts([...reserved.taken, ...rest], { room: budget - context.tokens.total });
  return {
    text: taken.length === 0 ? context.text : context.text + HEADING + taken.map(lineOf).join(''),
    facts: taken,
  };
}

module.exports = { addFacts, indexFacts, rankFacts };
