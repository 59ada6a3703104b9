/**
 * Measures the effect of duplicates: recall with a third of the turns repeated, beside recall without, and the share of duplicate tokens.
 */
const { readFileSync } = require('node:fs');
const { parseArgs } = require('node:util');
const { countTokens } = require('@crumbtrail/hints');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const { questionsOf, turnsOf } = require('./conversation.js');
const { withDuplicates } = require('./duplicate.js');
const { bare } = require('./recall-score.js');
const { bootstrap, mean } = require('./statistics.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { percent, table } = require('./table.js');

const AGENT = 'assistant';
const USE =
  'npm run bench -- dedup --data <file> [--budget 1000,2000,4000] [--url <address> --key <operator key>] [--json]';
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
    throw new ActionableError(`Missing arguments: ${USE}`);
  return { ...values, budgets };
}

/**
 * The tokens of kept items that repeat an earlier item of the context, and the tokens of all kept items. Two pieces of one breadcrumb
 * are no repetition.
 */
function sayAgain(items, groupOf) {
  const first = new Map();
  let again = 0;
  let all = 0;
  for (const { id, decision, tokens } of items) {
    if (decision !== 'kept') continue;
    const group = groupOf.get(id);
    if (!first.has(group)) first.set(group, id);
    if (first.get(group) !== id) again += tokens;
    all += tokens;
  }
  return { again, all };
}

/** True if a context contains a turn: its words, or those of its rewording. */
function shareOf(evidence, context, wordings) {
  const whole = bare(context);
  const found = evidence.filter((text) => wordings.get(text).some((one) => whole.includes(bare(one))));
  return found.length / evidence.length;
}

/** Measures one conversation in one session, with or without duplicates. */
async function load(api, placed, session) {
  const drafts = placed.map(({ draft }) => ({ ...draft, session }));
  const ids = [...(await importAll(api, drafts)).keys()];
  await untilIndexed(api);
  const groupOf = new Map(ids.map((id, at) => [id, placed[at].of]));
  return { session, groupOf };
}

function wordingsOf(drafts, placed) {
  const wordings = new Map(drafts.map(({ context }) => [context.content, [context.content]]));
  for (const { draft, of } of placed) wordings.get(drafts[of].context.content).push(draft.context.content);
  return wordings;
}

async function ask(api, { question, evidence }, { budget, wordings, session, groupOf }) {
  const reply = await api.preview({ agent: AGENT, session, content: question, budget: { max_tokens: budget } });
  const isOver = countTokens(reply.formatted_context, 'o200k_base') > budget;
  const recall = isOver ? 0 : shareOf(evidence, reply.formatted_context, wordings);
  return { recall, ...sayAgain(reply.items, groupOf) };
}

async function measureSample(api, sample, budgets) {
  const drafts = turnsOf(sample).map(({ draft }) => draft);
  const placed = withDuplicates(drafts);
  const wordings = wordingsOf(drafts, placed);
  const once = drafts.map((draft, of) => ({ draft, of }));
  const plain = await load(api, once, `${sample.sample_id}-once`);
  const twice = await load(api, placed, `${sample.sample_id}-twice`);
  const results = [];
  for (const question of questionsOf(sample).filter(({ evidence }) => evidence.length > 0))
    for (const budget of budgets) {
      const without = await ask(api, question, { budget, wordings, ...plain });
      const repeated = await ask(api, question, { budget, wordings, ...twice });
      results.push({ budget, without, repeated });
    }
  return { results, turns: drafts.length, repeats: placed.length - drafts.length };
}

const total = (results, key) => results.reduce((sum, { repeated }) => sum + repeated[key], 0);

function budgetFigures(results, budget) {
  const mine = results.filter((one) => one.budget === budget);
  const change = mine.map(({ without, repeated }) => repeated.recall - without.recall);
  const [low, high] = bootstrap(change);
  return {
    without: mean(mine.map(({ without }) => without.recall)),
    repeated: mean(mine.map(({ repeated }) => repeated.recall)),
    change: mean(change),
    low,
    high,
    duplicate_share: total(mine, 'again') / Math.max(1, total(mine, 'all')),
  };
}

function reportOf({ turns, repeats, budgets }) {
  const head = ['budget', 'recall without', 'with repeats', 'change', '95 % interval', 'tokens that say it again'];
  const rows = Object.entries(budgets).map(([budget, one]) => [
    `${budget} tokens`,
    percent(one.without),
    percent(one.repeated),
    percent(one.change),
    `${percent(one.low)} … ${percent(one.high)}`,
    `${(100 * one.duplicate_share).toFixed(2)} %`,
  ]);
  return `${turns} turns, ${repeats} of them said twice, half of those reworded\n${table([head, ...rows])}`;
}

async function measure(api, samples, { budgets, json }) {
  const measured = [];
  for (const sample of samples) measured.push(await measureSample(api, sample, budgets));
  const results = measured.flatMap((one) => one.results);
  const figures = {
    bench: 'dedup',
    turns: measured.reduce((sum, { turns }) => sum + turns, 0),
    repeats: measured.reduce((sum, { repeats }) => sum + repeats, 0),
    budgets: Object.fromEntries(budgets.map((budget) => [budget, budgetFigures(results, budget)])),
  };
  console.log(json ? JSON.stringify(figures) : reportOf(figures));
}

async function dedup({ server, options }) {
  const settings = optionsOf(options);
  const samples = JSON.parse(readFileSync(settings.data, 'utf8'));
  return withSystem({ ...settings, server }, (api) => measure(api, samples, settings));
}

module.exports = dedup;
