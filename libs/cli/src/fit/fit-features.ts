import { FEATURES, type Feature, type FeatureWeights } from '@crumbtrail/contracts';
import type { LabelledCandidate, LabelledTurn } from './labelled-turn';

/** What a weight is multiplied by in one step. */
const STEPS = [0.5, 0.7, 1.4, 2] as const;
/** How often all weights are gone through. */
const MOST_PASSES = 3;
/** The least gain in worth for a change of a weight by the factor e, so that few labels change little. */
const COST_OF_CHANGE = 0.002;
/** The largest weight that a config may have. */
const MOST = 100;
const DIGITS = 2;

/** The weight that stays: only ratios of weights matter. */
const ANCHOR: Feature = 'bm25';

const round = (value: number): number => Math.min(MOST, Number(value.toPrecision(DIGITS)));
type Ratios = Readonly<Record<Feature, number>>;

/** The ratio of each weight to what it was; 1 for a weight that was 0, because the accounts say nothing about its feature. */
function compareWeights(to: FeatureWeights, from: FeatureWeights): Ratios {
  const ratios = FEATURES.map((name) => [name, from[name] > 0 ? to[name] / from[name] : 1]);
  return Object.fromEntries(ratios) as Ratios;
}

/** The score that a text would have had with other weights. An estimate: that words of a text and of its neighbours saturate together is left out. */
function scoreWith({ shares, length, author }: LabelledCandidate, ratios: Ratios): number {
  let sum = 0;
  for (const name in shares) sum += (shares[name as Feature] ?? 0) * ratios[name as Feature];
  return sum * length ** ratios.length * author ** ratios.author;
}

/** How early the sources of a reply are ranked, 0 to 1: the share of them that is kept, averaged over all budgets up to the recorded one. */
export function worthOf({ candidates, searched, floor, features }: LabelledTurn, weights: FeatureWeights): number {
  const ratios = compareWeights(weights, features);
  const scores = candidates.map((one) => scoreWith(one, ratios));
  const least = floor * scores.reduce((best, score) => Math.max(best, score), 0);
  const tokensAbove = (score: number): number =>
    candidates.reduce((sum, { tokens }, at) => ((scores[at] ?? 0) > score ? sum + tokens : sum), 0);
  const places = candidates.flatMap(({ grounded }, at) => {
    if (!grounded) return [];
    const score = scores[at] ?? 0;
    return [score < least ? 0 : Math.max(0, 1 - tokensAbove(score) / Math.max(1, searched))];
  });
  return places.reduce((sum, place) => sum + place, 0) / Math.max(1, places.length);
}

const meanWorth = (turns: readonly LabelledTurn[], weights: FeatureWeights): number =>
  turns.reduce((sum, turn) => sum + worthOf(turn, weights), 0) / Math.max(1, turns.length);

/** The features that any of these texts has a share of, but for the one that stays. */
function changeableFeatures(turns: readonly LabelledTurn[], start: FeatureWeights): Feature[] {
  const all = turns.flatMap(({ candidates }) => candidates);
  const isUsed = (name: Feature): boolean =>
    name === 'length' || name === 'author' ? all.some((one) => one[name] < 1) : all.some((one) => one.shares[name]);
  return FEATURES.filter((name) => name !== ANCHOR && start[name] > 0 && isUsed(name));
}

interface ValuedWeights {
  readonly weights: FeatureWeights;
  readonly value: number;
}

/** The best of these weights and of those with one of them changed. */
function improve(now: ValuedWeights, name: Feature, valueOf: (weights: FeatureWeights) => number): ValuedWeights {
  const changed = STEPS.map((step): ValuedWeights => {
    const weights = { ...now.weights, [name]: round(now.weights[name] * step) };
    return { weights, value: valueOf(weights) };
  });
  return changed.reduce((best, one) => (one.value > best.value ? one : best), now);
}

/** The weights in the order in which they are declared; a recorded plan has them in any order. */
const sortFeatures = (weights: FeatureWeights): FeatureWeights =>
  Object.fromEntries(FEATURES.map((name) => [name, weights[name]])) as FeatureWeights;

/**
 * Weights that rank the sources of replies earlier: one weight after the other is changed while that gains. The same turns always give the same
 * weights; without turns the start is returned.
 */
export function fitFeatures(turns: readonly LabelledTurn[], start: FeatureWeights): FeatureWeights {
  const names = changeableFeatures(turns, start);
  const costOf = (weights: FeatureWeights): number =>
    names.reduce((sum, name) => sum + Math.abs(Math.log(weights[name] / start[name])), 0) * COST_OF_CHANGE;
  const valueOf = (weights: FeatureWeights): number => meanWorth(turns, weights) - costOf(weights);
  let best: ValuedWeights = { weights: start, value: valueOf(start) };
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const before = best.value;
    for (const name of names) best = improve(best, name, valueOf);
    if (best.value === before) break;
  }
  return sortFeatures(best.weights);
}
