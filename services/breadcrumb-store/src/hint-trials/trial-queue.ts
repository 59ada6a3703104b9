import { refuse } from '@crumbtrail/contracts';
import type { HintTrial, PendingTrial, TrialFinding } from './hint-trial';

/** Most commits that wait, of all callers. */
export const MAX_WAITING_COMMITS = 256;
/** Most commits of one caller that wait: others find room in the queue. */
export const MAX_WAITING_OF_CALLER = 32;
/** A commit that waits longer is refused, milliseconds: its client gives up soon after. */
export const MAX_WAIT_MS = 10_000;

const queueOverloaded = (): Error =>
  refuse(
    'overloaded',
    'Too many llm_hints are waiting to be tried; try again later, with fewer at once or simpler hints.',
    { details: { retry_after_ms: MAX_WAIT_MS } },
  );

/** A commit whose trials are under way. */
interface WaitingCommit {
  readonly trials: PendingTrial[];
  readonly until: number;
  done(error?: unknown): void;
}

/** Tries the hints of commits one trial at a time, the callers in turn: many trials of one caller delay another's by one trial. */
export class TrialQueue {
  /** The waiting commits of each caller. The caller whose turn is next comes first. */
  private readonly callers = new Map<string, WaitingCommit[]>();
  private waiting = 0;
  private working = false;

  constructor(
    private readonly run: (trial: HintTrial) => Promise<readonly TrialFinding[]>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Runs the trials of a commit, in order. Rejects with the refusal of the first that finds a problem, or with `overloaded`. */
  try(caller: string, trials: readonly PendingTrial[]): Promise<void> {
    if (trials.length === 0) return Promise.resolve();
    const commits = this.callers.get(caller) ?? [];
    if (this.waiting >= MAX_WAITING_COMMITS || commits.length >= MAX_WAITING_OF_CALLER)
      return Promise.reject(queueOverloaded());
    this.waiting += 1;
    const end = new Promise<void>((resolve, reject) => {
      const done = (error?: unknown): void => (error === undefined ? resolve() : reject(error as Error));
      commits.push({ trials: [...trials], until: this.now() + MAX_WAIT_MS, done });
    });
    this.callers.set(caller, commits);
    if (!this.working) void this.work();
    return end;
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let [next] = this.callers; next; [next] = this.callers) {
      const [caller, commits] = next;
      const [commit] = commits as [WaitingCommit];
      if (await this.tryNext(commit)) {
        this.waiting -= 1;
        commits.shift();
      }
      // Those who came meanwhile are next.
      this.callers.delete(caller);
      if (commits.length > 0) this.callers.set(caller, commits);
    }
    this.working = false;
  }

  /** Runs the next trial of a commit; true when the commit waits for no more. */
  private async tryNext({ trials, until, done }: WaitingCommit): Promise<boolean> {
    try {
      const pending = trials.shift();
      if (this.now() > until) throw queueOverloaded();
      if (pending) pending.settle(await this.run(pending.trial));
      if (trials.length > 0) return false;
      done();
    } catch (error) {
      done(error);
    }
    return true;
  }
}
