import type { RetentionClass, RetentionSetting } from './retention-settings';
import { SWEEP_CLASSES } from './sweep-classes';
import type { SweepTask } from './sweep-step';

/** The tasks of a setting, in the order in which the classes are swept. */
export function listSweepTasks({ workspace, setting }: RetentionSetting): SweepTask[] {
  const archivedOnly = setting.archived_only ?? false;
  return Object.keys(SWEEP_CLASSES).flatMap((key) => {
    const name = key as RetentionClass;
    const days = setting.keep_days[name];
    return days === undefined ? [] : [{ workspace, name, days, archivedOnly }];
  });
}
