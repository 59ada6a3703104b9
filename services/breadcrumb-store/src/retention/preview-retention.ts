import {
  refuse,
  toJsonObject,
  validateContext,
  WorkspaceRetention,
  type WorkspaceRetentionV1,
} from '@crumbtrail/contracts';
import {
  RETENTION_TRIAL_MOST,
  type PreviewRetentionRequest,
  type RemovableItem,
  type RetentionPreview,
  type RetentionTrial,
} from '@crumbtrail/contracts/operations/retention';
import { retentionSettingIssues } from '../commands/check-retention';
import type { Sql } from '../database/database';
import { dependsOnUse } from '../uses/use-counter';
import { readLifeRules, type LifeRule } from '../uses/life-rules';
import { listSweepTasks } from './list-sweep-tasks';
import { readRetentionSettings } from './retention-settings';
import type { RemovableRow, SweptClass } from './sweep-classes';
import { countNeeded, findRemovable, type SweepTask } from './sweep-step';

const DEFAULT_ITEMS = 20;

/** What happened at the time of a row of each class. */
const HAPPENED: Readonly<Record<SweptClass, string>> = {
  contexts: 'It was built',
  expired: 'It expired',
  lives: 'It was created',
  turns: 'Its turn ended',
  decisions: 'It was decided',
  events: 'It was written',
};

const timeOf = (time: Date): string => `at ${time.toISOString().slice(0, 19)}Z`;

function explain({ at, used_at }: RemovableRow, { name, days, life }: SweepTask): string {
  const happened = `${HAPPENED[name]} ${timeOf(at)}`;
  if (life === undefined) return `${happened}, more than ${days} ${days === 1 ? 'day' : 'days'} ago.`;
  const { seconds, unused_seconds } = life;
  const use =
    used_at === undefined || unused_seconds === undefined ? '' : ` and last used, or counted from, ${timeOf(used_at)}`;
  const limits = [
    ...(seconds === undefined ? [] : [`an age of ${seconds} s`]),
    ...(unused_seconds === undefined ? [] : [`${unused_seconds} s without use`]),
  ];
  return `${happened}${use}; its life is ${limits.join(life.when === 'either' ? ' or ' : ' and ')}.`;
}

const toItem = (row: RemovableRow, task: SweepTask): RemovableItem => ({
  id: row.id,
  ...(row.schema_name === undefined ? {} : { schema_name: row.schema_name }),
  because: explain(row, task),
});

async function tryTask(sql: Sql, task: SweepTask, limit: number): Promise<RetentionTrial> {
  const found = await findRemovable(sql, task, RETENTION_TRIAL_MOST);
  return {
    class: task.name,
    ...(task.life === undefined ? {} : { schema: task.life.schema }),
    count: found.rows.length,
    needed: await countNeeded(sql, task, found, RETENTION_TRIAL_MOST),
    items: found.rows.slice(0, limit).map((row) => toItem(row, task)),
  };
}

/** The setting that is tried; refuses one that could not be stored. */
function requireSetting(setting: PreviewRetentionRequest['setting']): WorkspaceRetentionV1 | undefined {
  if (setting === undefined) return undefined;
  const whole: WorkspaceRetentionV1 = { name: 'retention', keep_days: {}, ...setting };
  const context = toJsonObject(whole);
  const shape = validateContext(WorkspaceRetention.name, context);
  const issues = shape.length > 0 ? shape : retentionSettingIssues(context);
  if (issues.length > 0) throw refuse('invalid_payload', 'The retention that is tried is not valid.', { issues });
  return whole;
}

const isSame = (a: LifeRule, b: LifeRule): boolean => JSON.stringify(a.life) === JSON.stringify(b.life);

/** What retention would remove of a workspace now, with the stored setting or with another one. */
export async function previewRetention(
  sql: Sql,
  workspace: string,
  { setting, limit = DEFAULT_ITEMS }: PreviewRetentionRequest,
): Promise<RetentionPreview> {
  const tried = requireSetting(setting);
  const [stored] = await readRetentionSettings(sql, workspace);
  const used = tried ?? stored?.setting ?? { name: 'retention' as const, keep_days: {} };
  const known = await readLifeRules(sql, workspace);
  const rules = tried === undefined ? known : await readLifeRules(sql, workspace, tried.lives ?? []);
  const isStored = (rule: LifeRule): boolean => known.some((one) => isSame(one, rule));
  const lives = rules.map((rule): SweepTask => ({
    workspace,
    name: 'lives',
    days: 0,
    archivedOnly: used.archived_only ?? false,
    life: rule.life,
    isTried: !isStored(rule),
  }));
  const trials: RetentionTrial[] = [];
  for (const task of [...listSweepTasks({ workspace, setting: used }), ...lives])
    trials.push(await tryTask(sql, task, limit));
  const uncounted = rules.filter((rule) => dependsOnUse(rule) && !isStored(rule)).map(({ life }) => life.schema);
  return { trials, uncounted };
}
