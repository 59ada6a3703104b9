/** Recall of retrieval: conversations in LoCoMo format are imported; each question is a preview, which is never stored. */
const { parseArgs } = require('node:util');
const { countTokens } = require('@crumbtrail/hints');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const { questionsOf, turnsOf } = require('./conversation.js');
const { readConversations } = require('./read-conversations.js');
const { figuresOf, reportOf } = require('./recall-report.js');
const { answerBearingRecall, recallAt, recallOf, stagesOf } = require('./recall-score.js');
const { median } = require('./statistics.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');

const DEPTHS = [5, 10, 25];
const AT_ONCE = 4;
const AGENT = 'assistant';
const USE =
  'npm run bench -- recall --data <file> [--budget 1000,2000,4000] [--k 5,10,25] [--url <address> --key <operator key>] [--json]';

const SHAPE = {
  data: { type: 'string' },
  budget: { type: 'string', default: '1000,2000,4000' },
  k: { type: 'string', default: DEPTHS.join(',') },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
};

const numbers = (list) => list.split(',').map(Number);

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const [budgets, depths] = [numbers(values.budget), numbers(values.k)];
  const fine = (least) => (one) => Number.isInteger(one) && one >= least;
  if (!values.data || !budgets.every(fine(64)) || !depths.every(fine(1)) || (values.url && !values.key))
    throw new ActionableError(`Missing arguments: ${USE}`);
  return { ...values, budgets, depths };
}

/** Asks one question at each budget, and returns its evidence recall after each stage. */
async function ask(api, question, { session, budgets, depths, texts }) {
  const { category, evidence, answer } = question;
  const result = {
    session,
    category,
    question: question.question,
    recall: {},
    bearing: {},
    stages: {},
    at: {},
    over: [],
  };
  const textOf = ({ id }) => texts.get(id) ?? '';
  const milliseconds = [];
  for (const max_tokens of budgets) {
    const from = performance.now();
    const reply = await api.preview({ agent: AGENT, session, content: question.question, budget: { max_tokens } });
    milliseconds.push(performance.now() - from);
    const isOver = countTokens(reply.formatted_context, 'o200k_base') > max_tokens;
    if (isOver) result.over.push(max_tokens);
    result.recall[max_tokens] = isOver ? 0 : recallOf(evidence, reply.formatted_context);
    result.bearing[max_tokens] = isOver ? 0 : answerBearingRecall(evidence, answer, reply.formatted_context);
    result.stages[max_tokens] = stagesOf(evidence, reply, textOf);
    for (const k of depths) result.at[k] = recallAt(evidence, reply.items, { k, textOf });
  }
  return { ...result, milliseconds };
}

/** All questions of a conversation that have evidence, a few at a time. */
async function askAll(api, sample, settings) {
  const left = questionsOf(sample).filter(({ evidence }) => evidence.length > 0);
  const results = [];
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift())
      results.push(await ask(api, one, { ...settings, session: sample.sample_id }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

async function measure(api, samples, settings) {
  const { budgets, depths, json } = settings;
  const questions = samples.flatMap(questionsOf);
  const results = [];
  for (const sample of samples) {
    const drafts = turnsOf(sample).map(({ draft }) => draft);
    const texts = await importAll(api, drafts);
    await untilIndexed(api);
    results.push(...(await askAll(api, sample, { budgets, depths, texts })));
    if (!json) console.log(`${sample.sample_id}: ${texts.size} turns, ${results.length} questions so far`);
  }
  const measured = {
    results,
    budgets,
    depths,
    skipped: questions.filter(({ evidence }) => evidence.length === 0).length,
    unresolved: questions.reduce((sum, { unresolved }) => sum + unresolved, 0),
    milliseconds: median(results.flatMap((one) => one.milliseconds)),
  };
  console.log(json ? JSON.stringify({ results, ...figuresOf(measured) }) : reportOf(measured));
}

/** Measures a running system, or a private one that is removed afterwards. */
async function recall({ server, options }) {
  const settings = optionsOf(options);
  const { samples, cut } = readConversations(settings.data);
  if (cut.length > 0) console.error(`${settings.data}: left out, because they are cut: lines ${cut.join(', ')}`);
  return withSystem({ ...settings, server }, (api) => measure(api, samples, settings));
}

module.exports = recall;
