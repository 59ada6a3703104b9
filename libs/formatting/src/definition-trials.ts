import type { Rerun, RerunAnswer } from '@crumbtrail/contracts/http/reruns';
import { formatDollars } from './dollars';

/** A turn that was run again with another definition, or that could not be. */
export interface Trial {
  readonly rerun?: Rerun;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** Undefined where one of the costs is not known, because their sum would be wrong. */
function sumCost(answers: readonly (RerunAnswer | undefined)[]): number | undefined {
  const costs = answers.map((answer) => answer?.usage?.cost_usd);
  return costs.includes(undefined) ? undefined : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

const formatCost = (cost: number | undefined): string => (cost === undefined ? 'unknown' : formatDollars(cost));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Tokens in, what entered and left the contexts, and cost of reruns beside their recorded turns. */
function compare(reruns: readonly Rerun[]): string {
  const tokens = (side: 'before' | 'after'): string => count(sum(reruns.map((one) => one[side]?.context_tokens ?? 0)));
  const entered = sum(reruns.map(({ diff }) => diff.added.length));
  const left = sum(reruns.map(({ diff }) => diff.removed.length));
  const cost = (side: 'before' | 'after'): string => formatCost(sumCost(reruns.map((one) => one[side])));
  return [
    `context ${tokens('before')} → ${tokens('after')} tokens`,
    `${count(entered)} entered, ${count(left)} left`,
    `cost ${cost('before')} → ${cost('after')}`,
  ].join(' · ');
}

/** A recorded turn beside its rerun: `context 543 → 300 tokens · 2 entered, 5 left · cost $0.0003 → $0.0002`. */
export const describeTrial = (rerun: Rerun): string => compare([rerun]);

/** All of them in one line; those that could not be run again, and those whose answer is an error, are counted apart. */
export function summarizeTrials(trials: readonly Trial[]): string {
  const reruns = trials.flatMap(({ rerun }) => (rerun ? [rerun] : []));
  const failed = reruns.filter(({ after }) => after.action === 'error').length;
  const missing = trials.length - reruns.length;
  return [
    `${count(reruns.length)} of ${count(trials.length)} turns run again`,
    ...(reruns.length > 0 ? [compare(reruns)] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(missing > 0 ? [`${count(missing)} could not be run`] : []),
  ].join(' · ');
}
