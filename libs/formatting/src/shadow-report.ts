import type { ContextShadowBuildV1 } from '@crumbtrail/contracts';

/** What a shadow did to the answers that it was built beside. */
export interface ShadowReport {
  readonly builds: number;
  readonly keeps: number;
  readonly loses: number;
  readonly ungrounded: number;
  readonly failed: number;
  readonly dropped: number;
  /** Of the breadcrumbs that answers were grounded on, how many it keeps, and of how many; those of failed builds do not count. */
  readonly grounded: { readonly kept: number; readonly of: number };
  /** Means of the builds that did not fail; null: there are none. */
  readonly means: {
    readonly live: ShadowMeans;
    readonly other: ShadowMeans;
  } | null;
  /** What all prompts would have cost more, in US dollars; null: no price is known. */
  readonly cost_usd: number | null;
  /** Work of all builds so far, in milliseconds. */
  readonly spent_ms: number;
}

/** Means of contexts. */
export interface ShadowMeans {
  readonly tokens: number;
  readonly kept: number;
  readonly build_ms: number;
}

type Built = ContextShadowBuildV1['live'];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function meansOf(builds: readonly Built[]): ShadowMeans {
  const mean = (read: (one: Built) => number): number => sum(builds.map(read)) / builds.length;
  return {
    tokens: Math.round(mean(({ tokens }) => tokens)),
    kept: Math.round(mean(({ kept }) => kept) * 10) / 10,
    build_ms: Math.round(mean(({ build_ms }) => build_ms) * 10) / 10,
  };
}

const countLost = ({ lost, beyond = 0 }: ContextShadowBuildV1): number => lost.length + beyond;

/** Sums up what a shadow has built, newest first. */
export function summariseShadow(builds: readonly ContextShadowBuildV1[]): ShadowReport {
  const count = (outcome: ContextShadowBuildV1['outcome']): number =>
    builds.filter((one) => one.outcome === outcome).length;
  const compared = builds.flatMap((one) => (one.other === undefined ? [] : [{ ...one, other: one.other }]));
  const of = sum(compared.map(({ grounded }) => grounded));
  const priced = builds.flatMap(({ cost_usd }) => (cost_usd === undefined ? [] : [cost_usd]));
  return {
    builds: builds.length,
    keeps: count('keeps'),
    loses: count('loses'),
    ungrounded: count('ungrounded'),
    failed: count('failed'),
    dropped: sum(builds.map(({ dropped }) => dropped)),
    grounded: { kept: of - sum(compared.map(countLost)), of },
    means:
      compared.length === 0
        ? null
        : { live: meansOf(compared.map(({ live }) => live)), other: meansOf(compared.map(({ other }) => other)) },
    cost_usd: priced.length === 0 ? null : sum(priced),
    spent_ms: Math.max(0, ...builds.map(({ spent_ms }) => spent_ms)),
  };
}
