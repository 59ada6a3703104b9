/** A random search for ranking weights, and the folds that it is checked by. */
const { dice } = require('../statistics.js');

/** The weights that conversations can tell apart. Tags, recency and borrowed words do not occur in them. */
const SEARCHED = {
  features: [
    'message',
    'vector',
    'meaning',
    'previous',
    'next',
    'second',
    'session',
    'speaker',
    'date',
    'length',
    'author',
  ],
  parameters: [
    'k1',
    'b',
    'saturation',
    'short_tokens',
    'lent',
    'sitting_tokens',
    'covered',
    'near_weight',
    'near_cosine',
  ],
};
const PLACES = Object.entries(SEARCHED).flatMap(([group, names]) => names.map((name) => ({ group, name })));
/** Shares, which cannot be more than 1. */
const AT_MOST_ONE = new Set(['b', 'covered', 'near_weight', 'near_cosine']);
/** How many weights a candidate changes at most, and by how much: the standard deviation of the logarithm. */
const CHANGED = 6;
const SPREAD = 0.35;
/** Fewest tries from which weights are chosen; of more, the best twentieth. */
const LEAST_KEPT = 3;
const KEPT = 0.05;
const DIGITS = 2;

const round = (value) => Number(value.toPrecision(DIGITS));

/** A number of the standard normal distribution (Box & Muller 1958). */
const normal = (roll) => Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());

function changeWeights(start, roll) {
  const changed = { features: { ...start.features }, parameters: { ...start.parameters } };
  const count = 1 + Math.floor(roll() * CHANGED);
  for (let nth = 0; nth < count; nth += 1) {
    const { group, name } = PLACES[Math.floor(roll() * PLACES.length)];
    const value = changed[group][name] * Math.exp(SPREAD * normal(roll));
    changed[group][name] = round(AT_MOST_ONE.has(name) ? Math.min(1, value) : value);
  }
  return changed;
}

/** The start and `tries` weights around it, the same for the same seed. */
function listCandidates(start, { tries, seed }) {
  const roll = dice(seed);
  return [start, ...Array.from({ length: tries }, () => changeWeights(start, roll))];
}

/** The geometric mean of weights: of many tries the best one is luck, what the best have in common is less so. */
function meanWeights(all) {
  const [first] = all;
  const mean = { features: { ...first.features }, parameters: { ...first.parameters } };
  for (const { group, name } of PLACES) {
    const values = all.map((one) => one[group][name]);
    const isSame = values.every((value) => value === values[0]);
    if (!isSame)
      mean[group][name] = round(Math.exp(values.reduce((sum, one) => sum + Math.log(one), 0) / values.length));
  }
  return mean;
}

/** The mean figures of some conversations, in percent. */
function meanFigures(measured, indexes) {
  const chosen = indexes.map((at) => measured[at]);
  const questions = chosen.reduce((sum, one) => sum + one.questions, 0);
  return measured[0].sums.map(
    (_, nth) => (100 * chosen.reduce((sum, { sums }) => sum + sums[nth], 0)) / Math.max(1, questions),
  );
}

/** What a search maximises: the mean of all figures, where every data set counts the same. `setOf` has the set of each conversation. */
function objective(measured, indexes, setOf) {
  const sets = [...new Set(indexes.map((at) => setOf[at]))];
  const ofSet = (set) => {
    const figures = meanFigures(
      measured,
      indexes.filter((at) => setOf[at] === set),
    );
    return figures.reduce((sum, one) => sum + one, 0) / figures.length;
  };
  return sets.reduce((sum, set) => sum + ofSet(set), 0) / sets.length;
}

/** The mean of the best candidates by these conversations; the start where none is better. */
function chooseWeights(tried, indexes, setOf) {
  const scored = tried.map(({ weights, measured }) => ({ weights, score: objective(measured, indexes, setOf) }));
  const better = scored.filter(({ score }) => score > scored[0].score).sort((a, b) => b.score - a.score);
  if (better.length === 0) return tried[0].weights;
  return meanWeights(
    better.slice(0, Math.max(LEAST_KEPT, Math.round(KEPT * tried.length))).map(({ weights }) => weights),
  );
}

/**
 * The folds: each data set left out, where there are several, and each conversation left out with every `count`th after it. `train` and `test` are
 * indexes of conversations.
 */
function listFolds(setOf, count) {
  const all = setOf.map((_, at) => at);
  const fold = (name, isTest) => ({ name, train: all.filter((at) => !isTest(at)), test: all.filter(isTest) });
  const sets = [...new Set(setOf)];
  const nthInSet = setOf.map((set, at) => setOf.slice(0, at).filter((one) => one === set).length);
  const left = sets.length > 1 ? sets.map((set) => fold(`without ${set}`, (at) => setOf[at] === set)) : [];
  const mixed = Array.from({ length: count }, (_, nth) =>
    fold(`conversations ${nth + 1} of ${count}`, (at) => nthInSet[at] % count === nth),
  );
  return [...left, ...mixed].filter(({ train, test }) => train.length > 0 && test.length > 0);
}

/** The weights that differ, each with what it was. */
function listChanges(before, after) {
  return PLACES.filter(({ group, name }) => before[group][name] !== after[group][name]).map(({ group, name }) => ({
    name: `${group}.${name}`,
    before: before[group][name],
    after: after[group][name],
  }));
}

module.exports = { chooseWeights, listCandidates, listChanges, listFolds, meanFigures };
