/** Fits the weights of the ranking on several data sets at once, and checks them on what they were not fitted on. */
const { readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { parseArgs } = require('node:util');
const { parseRankingWeights, RANKING_WEIGHTS } = require('@crumbtrail/contracts');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../../setup/terminal/output.js');
const { readConversations } = require('../read-conversations.js');
const { reportOf } = require('./fit-report.js');
const { chooseWeights, listCandidates, listChanges, listFolds, meanFigures } = require('./search-weights.js');

const USE =
  'npm run bench -- fit --data <file> [--data <file> …] [--tries 120] [--folds 4] [--seed 1] [--weights <file>] [--json]';
const MOST_TRIES = 10_000;
/** Tries between two lines of progress. */
const STEP = 20;

const SHAPE = {
  data: { type: 'string', multiple: true, default: [] },
  tries: { type: 'string', default: '120' },
  folds: { type: 'string', default: '4' },
  seed: { type: 'string', default: '1' },
  weights: { type: 'string' },
  json: { type: 'boolean', default: false },
};

function optionsOf(args) {
  const { values } = parseArgs({ args, options: SHAPE });
  const [tries, folds, seed] = [values.tries, values.folds, values.seed].map(Number);
  const isWithin = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
  if (
    values.data.length === 0 ||
    !isWithin(tries, 0, MOST_TRIES) ||
    !isWithin(folds, 0, 100) ||
    !Number.isInteger(seed)
  )
    throw new ActionableError(`Missing or wrong arguments: ${USE}`);
  return { ...values, tries, folds, seed };
}

/** The weights of a file, in the shape that a fit prints as JSON; those in force without one. */
function readWeights(path) {
  if (path === undefined) return RANKING_WEIGHTS;
  try {
    return parseRankingWeights(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new ActionableError(`${path} holds no ranking weights: ${error.message}.`);
  }
}

/** A data set with its name. Refuses one that is not whole: figures of a part would pass for those of all. */
function readDataSet(path) {
  const { samples, cut } = readConversations(path);
  if (cut.length > 0)
    throw new ActionableError(
      `${path} has lines that are cut: ${cut.join(', ')}. Copy it again, or delete these lines.`,
    );
  return { name: basename(path).replace(/\.jsonl?$/, ''), samples };
}

const secondsSince = (from) => `${Math.round((performance.now() - from) / 1_000)} s`;

async function indexAll(sets) {
  const { indexConversations } = require('./indexed-conversations.js');
  const conversations = [];
  for (const { name, samples } of sets)
    for (const one of indexConversations(samples)) conversations.push({ ...one, set: name });
  return conversations;
}

/** Estimates every candidate from the ranking alone. */
async function tryAll(builder, conversations, candidates, tell) {
  const { measureAll } = require('./measure.js');
  const tried = [];
  for (const weights of candidates) {
    tried.push({ weights, measured: await measureAll(builder, conversations, weights, { fast: true }) });
    if (tried.length % STEP === 0) tell(`${tried.length} of ${candidates.length} weights tried`);
  }
  return tried;
}

/** Measures weights in whole contexts, each set of weights once. */
function createMeter(builder, conversations, tell) {
  const { measureAll } = require('./measure.js');
  const known = new Map();
  return async (weights) => {
    const key = JSON.stringify(weights);
    if (!known.has(key)) {
      known.set(key, await measureAll(builder, conversations, weights, { fast: false }));
      tell(`whole contexts measured for ${known.size} sets of weights`);
    }
    return known.get(key);
  };
}

async function fitAll(conversations, { tries, folds, seed, start, tell }) {
  const { OfflineBuilder } = require('./offline-builds.js');
  const builder = new OfflineBuilder();
  const setOf = conversations.map(({ set }) => set);
  const tried = await tryAll(builder, conversations, listCandidates(start, { tries, seed }), tell);
  const measure = createMeter(builder, conversations, tell);
  const now = await measure(RANKING_WEIGHTS);
  const compare = async ({ name, train, test }) => {
    const weights = chooseWeights(tried, train, setOf);
    const fitted = await measure(weights);
    const figures = (indexes) => ({ now: meanFigures(now, indexes), fitted: meanFigures(fitted, indexes) });
    return {
      name,
      weights,
      changes: listChanges(RANKING_WEIGHTS, weights),
      train: figures(train),
      test: figures(test),
    };
  };
  const results = [];
  for (const fold of listFolds(setOf, folds)) results.push(await compare(fold));
  const indexesOf = (set) => setOf.flatMap((one, at) => (one === set ? [at] : []));
  const all = setOf.map((_, at) => at);
  const whole = [];
  for (const set of new Set(setOf)) whole.push({ ...(await compare({ name: set, train: all, test: indexesOf(set) })) });
  return { folds: results, whole };
}

/** Runs in this process over compiled code: the store's search and the builder's pipeline, without bus and gateway. */
async function fit({ options }) {
  const { json, data, weights, ...settings } = optionsOf(options);
  const start = readWeights(weights);
  const sets = data.map(readDataSet);
  const from = performance.now();
  const tell = (line) => console.error(`[${secondsSince(from)}] ${line}`);
  const conversations = await indexAll(sets);
  tell(`${conversations.length} conversations of ${sets.length} data sets indexed`);
  const fitted = await fitAll(conversations, { ...settings, start, tell });
  console.log(json ? JSON.stringify({ bench: 'fit', ...settings, ...fitted }) : reportOf(fitted));
}

module.exports = fit;
