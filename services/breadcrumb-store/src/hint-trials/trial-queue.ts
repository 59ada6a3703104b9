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

/** So long a trial may run before the queue counts as standing, milliseconds: longer than its thread lets any trial take. */
export const MAX_STANDING_MS = 15_000;

/** A commit whose trials are under way. */
interface WaitingCommit {
  readonly trials: PendingTrial[];
  /** It was refused for its waiting time: it takes no more trials. */
  isOver: boolean;
  done(error?: unknown): void;
}

/** Tries the hints of commits one trial at a time, the callers in turn: many trials of one caller delay another's by one trial. */
export class TrialQueue {
  /** The waiting commits of each caller. The caller whose turn is next comes first. */
  private readonly callers = new Map<string, WaitingCommit[]>();
  private waiting = 0;
  private working = false;
  /** When the trial that runs now was started; null: none runs. */
  private startedAt: number | null = null;

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
      const commit: WaitingCommit = {
        trials: [...trials],
        isOver: false,
        done: (error) => {
          clearTimeout(limit);
          if (error === undefined) resolve();
          else reject(error as Error);
        },
      };
      const limit = setTimeout(() => {
        commit.isOver = true;
        commit.done(queueOverloaded());
      }, MAX_WAIT_MS);
      commits.push(commit);
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
  private async tryNext(commit: WaitingCommit): Promise<boolean> {
    try {
      const pending = commit.isOver ? undefined : commit.trials.shift();
      if (pending) await this.tryOne(pending);
      if (!commit.isOver && commit.trials.length > 0) return false;
      commit.done();
    } catch (error) {
      commit.done(error);
    }
    return true;
  }

  private async tryOne(pending: PendingTrial): Promise<void> {
    this.startedAt = this.now();
    try {
      pending.settle(await this.run(pending.trial));
    } finally {
      this.startedAt = null;
    }
  }

  /** Throws with one sentence while a trial does not end: nobody's hints are tried then. */
  requireMoving(): void {
    if (this.startedAt !== null && this.now() - this.startedAt > MAX_STANDING_MS)
      throw new Error('a trial of llm_hints does not end, so no write with llm_hints is accepted; restart the store');
  }
}
