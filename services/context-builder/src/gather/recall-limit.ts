import { LRUCache } from 'lru-cache';

/** The least time that finding memories and past sessions may take by default, in milliseconds. */
export const RECALL_TIMEOUT_MS = 150;
/** The longest that a context waits for what a usual search of this machine finds, in milliseconds. */
const MOST_MS = 2_000;
/** The limit while nothing is known of the machine: the first search of a process reads what later ones find in memory. */
const UNKNOWN_MS = 1_000;
/** How many times the usual time a search may take. */
const PATIENCE = 3;
/** The number of searches that say what is usual. */
const REMEMBERED = 15;
/** The number of workspaces whose searches are remembered. */
const MOST_WORKSPACES = 1_000;

/** The middle of some numbers; undefined of none. */
function median(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/**
 * How long a search outside the session may take, in milliseconds: three times what it usually takes, at least `leastMs`, and at most two seconds. Where the usual search
 * takes longer than that, waiting is of no use: `leastMs`. While nothing is known: one second.
 */
export function recallLimit(durations: readonly number[], leastMs: number): number {
  const usual = median(durations);
  if (usual === undefined) return Math.max(leastMs, UNKNOWN_MS);
  return usual > MOST_MS ? leastMs : Math.max(leastMs, Math.min(MOST_MS, Math.round(PATIENCE * usual)));
}

/** What searches outside the session took lately on this machine, also those that came late, for each workspace. */
export class RecallTimes {
  private readonly durations = new LRUCache<string, readonly number[]>({ max: MOST_WORKSPACES });

  /** Remembers what a search of a workspace took, in milliseconds. */
  add(workspace: string, milliseconds: number): void {
    this.durations.set(workspace, [...(this.durations.get(workspace) ?? []), milliseconds].slice(-REMEMBERED));
  }

  /** {@link recallLimit} by the latest searches of a workspace */
  limit(workspace: string, leastMs: number): number {
    return recallLimit(this.durations.get(workspace) ?? [], leastMs);
  }
}
