import { FEATURES, type Feature, type FeatureWeights } from '@crumbtrail/contracts';
import type { MeasuredGain } from '../fit/measure-gain';
import { type OutputBlock, table } from './table';

/** A weight that a fit changes. */
export interface ChangedWeight {
  readonly name: Feature;
  readonly before: number;
  readonly after: number;
}

/** What a fit found. */
export interface FitReport {
  readonly agent: string;
  readonly since: string;
  /** By folds of time: what answers keep with weights that were fitted without them. */
  readonly folds: readonly MeasuredGain[];
  readonly all: MeasuredGain;
  /** Empty where the fitted weights do not gain. */
  readonly changes: readonly ChangedWeight[];
  /** The weights to use: the fitted ones where they gain, else those in force. */
  readonly features: FeatureWeights;
  /** The `context.config.v1` that they were written into. */
  readonly written?: { readonly id: string; readonly version: number };
}

/** The weights that differ, each with what it was. */
export function listChangedWeights(before: FeatureWeights, after: FeatureWeights): ChangedWeight[] {
  const changed = FEATURES.filter((name) => before[name] !== after[name]);
  return changed.map((name) => ({ name, before: before[name], after: after[name] }));
}

const formatPercent = (share: number): string => (100 * share).toFixed(1);
const formatSigned = (share: number): string => `${share >= 0 ? '+' : '−'}${formatPercent(Math.abs(share))}`;

const gainRow = (name: string, { turns, now, fitted, gain }: MeasuredGain): string[] => [
  name,
  String(turns),
  `${formatPercent(now)} %`,
  `${formatPercent(fitted)} %`,
  formatSigned(gain),
];

function conclusion({ agent, changes, written, features }: FitReport): OutputBlock[] {
  if (changes.length === 0)
    return ['The fitted weights do not gain on answers that they were not fitted on: nothing is changed.'];
  const weights = table(
    ['weight', 'now', 'fitted'],
    changes.map(({ name, before, after }) => [name, String(before), String(after)]),
    '',
  );
  const next = written
    ? `Written into the context.config.v1 of ${agent}, version ${written.version} (${written.id}): it applies from the next turn.`
    : `Nothing is written. To use them, add --write, or: ${JSON.stringify({ features })}`;
  return [...weights, '', next];
}

/** The shares of their sources that answers keep with half of their tokens, fold by fold, and how to use the weights. */
export function fitLines(report: FitReport): OutputBlock[] {
  const { agent, since, folds, all } = report;
  return [
    `What answers of ${agent} since ${since} keep of what they rest on, with half of their tokens and weights fitted on other answers:`,
    '',
    ...table(
      ['answers', 'number', 'now', 'fitted', 'points'],
      [...folds.map((fold, at) => gainRow(`part ${at + 1} of ${folds.length}`, fold)), gainRow('all', all)],
      '',
    ),
    '',
    `Gain: ${formatSigned(all.gain)} points (95 %: ${formatSigned(all.low)} to ${formatSigned(all.high)}).`,
    ...conclusion(report),
  ];
}
