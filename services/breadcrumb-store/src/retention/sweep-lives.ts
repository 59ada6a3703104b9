import type { LifeRule } from '../uses/life-rules';
import { findRemovable, MOST_ROWS, removeFound, type SweepDependencies, type SweepTask } from './sweep-step';

/** The most breadcrumbs of a schema that one pass finds. */
const MOST_FOUND = 20_000;
/** A life is looked at so many times while it lasts. */
const LOOKS = 100;
const LEAST_MS = 60_000;
const MOST_MS = 3_600_000;

/** What a pass over a life does between two steps. */
export interface LifeSweep extends SweepDependencies {
  /** Resolves when the next step may begin; false: it may not. */
  readonly pace: (tookMs: number) => Promise<boolean>;
}

const keyOf = ({ workspace, life }: LifeRule): string => `${workspace} ${life.schema}`;

/** How long a pass that found nothing is not repeated, in milliseconds: a hundredth of the life, between a minute and an hour. */
function waitAfter({ life: { seconds = Infinity, unused_seconds = Infinity } }: LifeRule): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, (Math.min(seconds, unused_seconds) * 1_000) / LOOKS));
}

/**
 * Removes breadcrumbs whose life has ended. It removes only what it has found twice, in two passes: a use that another process has noted before the
 * first is stored by the second.
 */
export class LifeSweeper {
  private readonly found = new Map<string, ReadonlySet<string>>();
  private readonly nextAt = new Map<string, number>();

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Whether a pass over the life is due. */
  isDue(rule: LifeRule): boolean {
    return this.clock() >= (this.nextAt.get(keyOf(rule)) ?? 0);
  }

  /** Makes one pass; resolves to how many breadcrumbs were removed. */
  async sweep(rule: LifeRule, archivedOnly: boolean, { pace, ...parts }: LifeSweep): Promise<number> {
    const { workspace, life } = rule;
    const task: SweepTask = { workspace, name: 'lives', days: 0, archivedOnly, life };
    const key = keyOf(rule);
    const known = this.found.get(key) ?? new Set();
    const found = await findRemovable(parts.database, task, MOST_FOUND);
    const all = found.rows.map(({ id }) => id);
    this.found.set(key, new Set(all));
    this.nextAt.set(key, all.length === 0 ? this.clock() + waitAfter(rule) : 0);
    const due = all.filter((id) => known.has(id));
    let removed = 0;
    for (let at = 0; at < due.length; at += MOST_ROWS) {
      const from = this.clock();
      removed += await removeFound(parts, task, { ...found, ids: due.slice(at, at + MOST_ROWS) });
      if (!(await pace(this.clock() - from))) break;
    }
    return removed;
  }
}
