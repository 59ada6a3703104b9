import { sha256, type ContextShadowV1 } from '@crumbtrail/contracts';

/** The share of answers that are built where a shadow does not say. */
const DEFAULT_SHARE = 0.1;
/** Of the limits that a shadow does not say. */
const DEFAULT_LIMITS = { work_seconds: 600, work_share: 0.2 };
/** The share of the time is known after so long, in milliseconds. */
const LEAST_WINDOW_MS = 60_000;
/** Hexadecimal digits of a digest that make a number below 1. */
const DIGITS = 12;

/** Whether the answer with this context is one of the share that a shadow builds. The same answer always is, or never. */
export function isChosen(shadow: { readonly id: string }, context_id: string, share = DEFAULT_SHARE): boolean {
  const digest = sha256(`${shadow.id} ${context_id}`).slice(0, DIGITS);
  return parseInt(digest, 16) / 16 ** DIGITS < share;
}

/** A build, when it ended by the clock of the process, and what it took, in milliseconds. */
export interface FinishedBuild {
  readonly at: number;
  readonly work: number;
}

/** The builds of the last minute, and of the time before so many that the first is at least a minute old. */
export function recentBuilds(builds: readonly FinishedBuild[], now: number): readonly FinishedBuild[] {
  const from = builds.findLastIndex(({ at }) => now - at >= LEAST_WINDOW_MS);
  return builds.slice(Math.max(0, from));
}

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

/** Why a shadow stops, in one sentence; null: it goes on. `spent_ms`: the work of all its builds; `builds`: those of this process. */
export function whyStop(
  { limits = {} }: Pick<ContextShadowV1, 'limits'>,
  {
    spent_ms,
    builds,
    now,
  }: { readonly spent_ms: number; readonly builds: readonly FinishedBuild[]; readonly now: number },
): string | null {
  const { work_seconds, work_share } = { ...DEFAULT_LIMITS, ...limits };
  if (spent_ms > work_seconds * 1_000)
    return `Its builds have taken ${Math.round(spent_ms / 1_000)} s of work, and its limit is ${work_seconds} s.`;
  const [first, ...later] = builds;
  const span = first === undefined ? 0 : now - first.at;
  if (span < LEAST_WINDOW_MS) return null;
  const share = later.reduce((sum, { work }) => sum + work, 0) / span;
  if (share <= work_share) return null;
  return `Its builds took ${percent(share)} of the time of a process, and its limit is ${percent(work_share)}.`;
}
