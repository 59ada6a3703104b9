/**
 * Memory: what facts of earlier messages add to contexts at equal tokens, across sessions and within one, how well they are extracted, and
 * what a long session holds.
 */
const { basename } = require('node:path');
const { parseArgs } = require('node:util');
const { countTokens } = require('@crumbtrail/hints');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../../setup/terminal/output.js');
const { readConversations } = require('../read-conversations.js');
const { measureSessions } = require('./across-sessions.js');
const { measureExtraction } = require('./extraction.js');
const { measureSession } = require('./long-session.js');
const { figuresOf, reportOf } = require('./memory-report.js');

const USE =
  'npm run bench -- memory [--data <file> …] [--budget 1000,2000] [--facts 0,1,2,3] [--turns 100,10000] [--json]';
const SHAPE = {
  data: { type: 'string', multiple: true, default: [] },
  budget: { type: 'string', default: '1000,2000' },
  facts: { type: 'string', default: '0,1,2,3' },
  turns: { type: 'string', default: '100,10000' },
  json: { type: 'boolean', default: false },
};

const numbers = (list) => list.split(',').filter(Boolean).map(Number);

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const [budgets, counts, turns] = [values.budget, values.facts, values.turns].map(numbers);
  const isFine = (least) => (one) => Number.isInteger(one) && one >= least;
  if (!budgets.every(isFine(64)) || !counts.every(isFine(0)) || !turns.every(isFine(20)) || budgets.length === 0)
    throw new ActionableError(`Missing or wrong arguments: ${USE}`);
  return { data: values.data, json: values.json, budgets, counts, turns };
}

/** The scores of one question: at each budget without a memory, and with each number of facts that replace messages. */
async function measureQuestion(builder, memory, question, { budgets, counts }) {
  const { addFacts, rankFacts } = require('./contexts.js');
  const { RANKING_WEIGHTS } = require('@crumbtrail/contracts');
  const { scoreContext } = require('./score.js');
  const { conversation, messages } = memory;
  const evidence = messages.filter(({ text }) => question.evidence.includes(text));
  const asked = { evidence, answer: question.answer };
  const ranked = await rankFacts(builder, memory, question);
  const contexts = await builder.buildAll(conversation, question, { budgets, weights: RANKING_WEIGHTS });
  const scores = {};
  for (const [at, budget] of budgets.entries()) {
    const base = contexts[at];
    scores[budget] = { without: scoreContext(asked, { text: base.text, facts: [] }) };
    for (const count of counts) {
      const context = await addFacts(builder, { conversation, question, ranked, base, budget, count });
      const over = countTokens(context.text, 'o200k_base') > budget;
      scores[budget][count] = { ...scoreContext(asked, context), over };
    }
  }
  return { session: conversation.session, category: question.kind ?? `category ${question.category}`, scores };
}

/** What the memory of a conversation takes, for 100 turns. */
function sizeOf({ messages, facts }) {
  const tokens = (list) => countTokens(list.map(({ text }) => text).join('\n'), 'o200k_base');
  const share = 100 / messages.length;
  return {
    turns: messages.length,
    facts: facts.length * share,
    tokens: tokens(facts) * share,
    said: tokens(messages) * share,
  };
}

async function measureData(path, options) {
  const { indexConversations } = require('../fit/indexed-conversations.js');
  const { OfflineBuilder } = require('../fit/offline-builds.js');
  const { indexFacts } = require('./contexts.js');
  const { currentFacts, messagesOf, remember } = require('./remember.js');
  const { samples } = readConversations(path);
  const builder = new OfflineBuilder();
  const results = [];
  const sizes = [];
  for (const [nth, conversation] of indexConversations(samples).entries()) {
    const messages = messagesOf(samples[nth], nth);
    const facts = currentFacts(remember(messages));
    const memory = { conversation, messages, facts, index: indexFacts(conversation, facts) };
    sizes.push(sizeOf(memory));
    for (const question of conversation.questions)
      results.push(await measureQuestion(builder, memory, question, options));
    console.error(`${conversation.session}: ${facts.length} facts, ${results.length} questions so far`);
  }
  return { name: basename(path).replace(/\.jsonl?$/, ''), results, sizes };
}

/**
 * Without a model: facts are by extraction. Across sessions the product runs; within one session this process builds over compiled code, as
 * `bench -- fit` does.
 */
async function memory({ server, options }) {
  const settings = optionsOf(options);
  const across = settings.data.length > 0 ? await measureSessions({ server, ...settings }) : [];
  const sets = [];
  for (const path of settings.data) sets.push(await measureData(path, settings));
  const measured = {
    ...settings,
    across,
    sets,
    extraction: measureExtraction(),
    long: settings.turns.map(measureSession),
  };
  console.log(settings.json ? JSON.stringify(figuresOf(measured)) : reportOf(measured));
}

module.exports = memory;
