/** What retrieval finds: conversations in the shape of LoCoMo are imported, each question is a preview, never stored. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const { Crumbtrail } = require('@crumbtrail/client');
const { countTokens } = require('@crumbtrail/hints');
const { startStack } = require('@crumbtrail/setup');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the one class whose message is all that a person sees
const { Stop } = require('../setup/say.js');
const { questionsOf, turnsOf } = require('./conversation.js');
const { reportOf } = require('./recall-report.js');
const { recallAt, recallOf } = require('./recall-score.js');
const { median } = require('./statistics.js');

const DEPTHS = [5, 10, 25];
const BATCH = 500;
const AT_ONCE = 4;
const AGENT = 'assistant';
const USE =
  'npm run bench -- recall --data <file> [--budget 1000,2000,4000] [--url <address> --key <operator key>] [--json]';

const SHAPE = {
  data: { type: 'string' },
  budget: { type: 'string', default: '1000,2000,4000' },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
};

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const budgets = values.budget.split(',').map(Number);
  if (!values.data || !budgets.every((one) => Number.isInteger(one) && one >= 64) || (values.url && !values.key))
    throw new Stop(`Say what to measure: ${USE}`);
  return { ...values, budgets };
}

/** Imports a conversation; gives the text of each crumb by its id. */
async function load(api, sample) {
  const turns = turnsOf(sample);
  const texts = new Map();
  for (let from = 0; from < turns.length; from += BATCH) {
    const drafts = turns.slice(from, from + BATCH).map(({ draft }) => draft);
    const receipts = await api.appendBatch(drafts, { imported: true });
    receipts.forEach(({ id }, n) => texts.set(id, drafts[n].context.content));
  }
  return texts;
}

/** Questions are asked of the whole history, so they wait for the index. */
async function untilIndexed(api) {
  const { head } = await api.status();
  const reached = async () => {
    const { indexed, embedded } = await api.status();
    return indexed >= head && embedded >= head;
  };
  while (!(await reached())) await pause(200);
}

async function ask(api, question, { session, budgets, texts }) {
  const { category, evidence } = question;
  const result = { session, category, question: question.question, recall: {}, at: {}, over: [], milliseconds: [] };
  for (const max_tokens of budgets) {
    const from = performance.now();
    const reply = await api.preview({ agent: AGENT, session, content: question.question, budget: { max_tokens } });
    result.milliseconds.push(performance.now() - from);
    const isOver = countTokens(reply.formatted_context, 'o200k_base') > max_tokens;
    if (isOver) result.over.push(max_tokens);
    result.recall[max_tokens] = isOver ? 0 : recallOf(evidence, reply.formatted_context);
    const textOf = ({ id }) => texts.get(id) ?? '';
    for (const k of DEPTHS) result.at[k] = recallAt(evidence, reply.items, { k, textOf });
  }
  return result;
}

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

async function measure(api, samples, { budgets, json }) {
  const questions = samples.flatMap(questionsOf);
  const results = [];
  for (const sample of samples) {
    const texts = await load(api, sample);
    await untilIndexed(api);
    results.push(...(await askAll(api, sample, { budgets, texts })));
    if (!json) console.log(`${sample.sample_id}: ${texts.size} turns, ${results.length} questions so far`);
  }
  const figures = {
    results,
    budgets,
    depths: DEPTHS,
    skipped: questions.filter(({ evidence }) => evidence.length === 0).length,
    unresolved: questions.reduce((sum, { unresolved }) => sum + unresolved, 0),
    milliseconds: median(results.flatMap((one) => one.milliseconds)),
  };
  console.log(json ? JSON.stringify(figures) : reportOf(figures));
  return figures;
}

async function withStack(server, work) {
  const home = mkdtempSync(join(tmpdir(), 'crumbtrail-recall-'));
  const stack = await startStack({ home, ...(server ? { server } : {}), env: { LOG_LEVEL: 'warn' } });
  try {
    return await work(new Crumbtrail({ url: stack.url, key: stack.apiKey }));
  } finally {
    await stack.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Measures a running system, or a private one that is gone afterwards. */
async function recall({ server, options }) {
  const settings = optionsOf(options);
  const samples = JSON.parse(readFileSync(settings.data, 'utf8'));
  if (settings.url) return measure(new Crumbtrail({ url: settings.url, key: settings.key }), samples, settings);
  return withStack(server, (api) => measure(api, samples, settings));
}

module.exports = recall;
