import type { HintTrial, TrialFinding } from './hint-trial';

/** A trial on its way to the thread. */
export interface HintTrialRequest {
  readonly id: number;
  readonly trial: HintTrial;
}

/** What the thread answers: the id is that of the trial. */
export interface TrialAnswer {
  readonly id: number;
  readonly findings: readonly TrialFinding[];
}
