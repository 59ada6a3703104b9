import type { Crumbtrail } from '@crumbtrail/client';
import { WorkspaceRetention, toJsonObject, type Envelope, type WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import {
  RETENTION_TRIAL_MOST,
  type RetentionPreview,
  type RetentionReply,
  type SchemaLife,
} from '@crumbtrail/contracts/operations/retention';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { parseLife, type LifeOption, type SettingLife } from '../life-option';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

type KeepDays = WorkspaceRetentionV1['keep_days'];
type RetentionClass = keyof KeepDays;

/** What each class is, in the help. */
const CLASSES: Readonly<Record<RetentionClass, string>> = {
  contexts: 'contexts of answers, with their accounts',
  expired: 'breadcrumbs that have expired',
  turns: 'closed turns',
  decisions: 'decisions about which agents a message wakes',
  events: 'events of the log',
};
const NAMES = Object.keys(CLASSES) as RetentionClass[];

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** A number of seconds in the largest unit that divides it. */
function span(seconds: number): string {
  const [size, name] = UNITS.find(([one]) => seconds % one === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function lifeLine({ schema, seconds, unused_seconds, when = 'both', from, counted_since }: SchemaLife): string {
  const limits = [
    ...(seconds === undefined ? [] : [`${span(seconds)} after it was created`]),
    ...(unused_seconds === undefined ? [] : [`${span(unused_seconds)} after it was last used`]),
  ];
  const until = limits.join(when === 'either' ? ' or ' : ' and ');
  const since =
    unused_seconds === undefined
      ? ''
      : `; uses counted ${counted_since === undefined ? 'from now' : `since ${counted_since.slice(0, 10)}`}`;
  return `${schema}: removed ${until}${since}${from === 'schema' ? ' (its schema.def.v1)' : ''}`;
}

function previewLines({ trials, uncounted }: RetentionPreview): string[] {
  const lines = trials.flatMap(({ class: name, schema, count, needed, items }) => {
    const number = `${count >= RETENTION_TRIAL_MOST ? 'at least ' : ''}${count.toLocaleString('en')}`;
    const kept = needed === 0 ? '' : `; ${needed.toLocaleString('en')} more stay, because something names them`;
    return [
      `${schema ?? name}: ${number} would go${kept}`,
      ...items.map(({ id, schema_name, because }) => `  ${id}${schema_name ? ` ${schema_name}` : ''}  ${because}`),
      ...(count > items.length ? [`  and ${(count - items.length).toLocaleString('en')} more`] : []),
    ];
  });
  const warning = uncounted.map(
    (schema) =>
      `Uses of ${schema} are counted once the life is set; what it would remove, it removes that long after then.`,
  );
  return lines.length === 0 ? ['Nothing is limited: everything is kept.'] : [...lines, ...warning];
}

function retentionLines(reply: RetentionReply): string[] {
  const removed = new Map(reply.removed.map((one) => [one.class, one]));
  const classLines = NAMES.map((name) => {
    const limit = reply.keep_days[name];
    const gone = removed.get(name);
    const before = gone ? `; ${gone.count.toLocaleString('en')} removed, last on ${gone.at.slice(0, 10)}` : '';
    return `${name}: kept ${limit === undefined ? 'forever' : `for ${days(limit)}`}${before}`;
  });
  const archived = reply.archived === 0 ? 'no archive' : `archived through ${reply.archived}`;
  const gone = removed.get('lives');
  return [
    ...classLines,
    ...reply.lives.map(lifeLine),
    ...(gone ? [`lives: ${gone.count.toLocaleString('en')} removed, last on ${gone.at.slice(0, 10)}`] : []),
    `The log begins at ${reply.first_position} and ends at ${reply.head}; ${archived}.`,
    ...(reply.archived_only ? ['Only what an archive holds is removed.'] : []),
    ...(reply.held_by === undefined
      ? []
      : [`Nothing after ${reply.settled} is removed yet because of ${reply.held_by}; see \`crumb doctor\`.`]),
  ];
}

async function show(shell: Shell): Promise<void> {
  const reply = await shell.client().retention();
  shell.print(reply, () => retentionLines(reply));
}

function changeLives(before: readonly SettingLife[], changes: readonly LifeOption[]): readonly SettingLife[] {
  const changed = new Set(changes.map(({ schema }) => schema));
  const added = changes.flatMap(({ schema, life }) => (life === null ? [] : [{ schema, ...life }]));
  return [...before.filter(({ schema }) => !changed.has(schema)), ...added];
}

/** Days by class, `forever` for a class that is no longer limited; and whether only what is archived may be removed. */
type SetOptions = Partial<Record<RetentionClass, number | 'forever'>> & {
  readonly archivedOnly?: boolean;
  readonly life?: readonly LifeOption[];
};

function changeSetting(
  before: WorkspaceRetentionV1,
  { archivedOnly, life = [], ...limits }: SetOptions,
): WorkspaceRetentionV1 {
  const kept = Object.entries({ ...before.keep_days, ...limits }).filter(([, limit]) => limit !== 'forever');
  const archived_only = archivedOnly ?? before.archived_only ?? false;
  const lives = changeLives(before.lives ?? [], life);
  return {
    name: 'retention',
    keep_days: Object.fromEntries(kept) as KeepDays,
    ...(lives.length === 0 ? {} : { lives: [...lives] }),
    archived_only,
  };
}

/** The stored setting, and the breadcrumb that holds it. */
async function readSetting(
  client: Crumbtrail,
): Promise<{ readonly existing?: Envelope; readonly before: WorkspaceRetentionV1 }> {
  const [existing] = (await client.list({ schema: WorkspaceRetention.name, limit: 1 })).breadcrumbs;
  const before = (existing?.context ?? { name: 'retention', keep_days: {} }) as unknown as WorkspaceRetentionV1;
  return { ...(existing && { existing }), before };
}

/** Shows what would be removed, with changes of the setting that are not stored. */
async function preview(shell: Shell, { limit, ...options }: SetOptions & { readonly limit?: number }): Promise<void> {
  const client = shell.client();
  const isChanged = Object.keys(options).length > 0;
  const { name: _, ...setting } = isChanged ? changeSetting((await readSetting(client)).before, options) : { name: '' };
  const reply = await client.previewRetention({
    ...(isChanged ? { setting: setting as Omit<WorkspaceRetentionV1, 'name'> } : {}),
    ...(limit === undefined ? {} : { limit }),
  });
  shell.print(reply, () => previewLines(reply));
}

async function set(shell: Shell, options: SetOptions): Promise<void> {
  if (Object.keys(options).length === 0)
    throw new CliError(
      `Say what to change: ${NAMES.map((name) => `--${name} <days>`).join(', ')}, --life <schema=life> or --archived-only.`,
      2,
    );
  const client = shell.client();
  const { existing, before } = await readSetting(client);
  const context = toJsonObject(changeSetting(before, options));
  if (existing) await client.change(existing.id, existing.version, { context });
  else await client.append({ schema_name: WorkspaceRetention.name, context });
  await show(shell);
}

function parseDays(text: string): number | 'forever' {
  if (text === 'forever') return text;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of days, or forever.');
}

async function checksum(shell: Shell): Promise<void> {
  const reply = await shell.client().checksum();
  shell.print(reply, () => [`${reply.checksum}  ${reply.workspace}`]);
}

/** Adds `crumb retention`, which shows and changes how long a workspace keeps what it stores. */
export function addRetention(program: Command, createShell: ShellFactory): void {
  const retention = declareListed(program, 'retention');
  withCommonOptions(retention).action(() => show(createShell(retention)));
  const setting = addChanges(
    retention.command('set').description('change how long the workspace keeps a class or a schema; default: forever'),
  );
  withCommonOptions(setting).action((options: object) => set(createShell(setting), givenChanges(options)));
  const trying = addChanges(
    retention
      .command('preview')
      .description('show what would be removed now and why, with these changes; removes nothing'),
  ).option('--limit <n>', 'rows listed of each class; default 20', (text) => parseLimit(text, 500));
  withCommonOptions(trying).action((options: { readonly limit?: number }) =>
    preview(createShell(trying), {
      ...givenChanges(options),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    }),
  );
}

/** Adds the options that change a setting. */
function addChanges(command: Command): Command {
  for (const name of NAMES)
    command.addOption(new Option(`--${name} <days>`, `${CLASSES[name]}; or forever`).argParser(parseDays));
  return command
    .option(
      '--life <schema=life>',
      'how long breadcrumbs of a schema live, such as note.v1=unused:30d; repeatable',
      parseLife,
    )
    .option('--archived-only', 'remove only what an archive holds')
    .option('--no-archived-only', 'remove also what no archive holds');
}

const CHANGES: readonly string[] = [...NAMES, 'archivedOnly', 'life'];

const givenChanges = (options: object): SetOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => CHANGES.includes(name))) as SetOptions;

/** Adds `crumb checksum`, which tells whether two copies of a workspace hold the same. */
export function addChecksum(program: Command, createShell: ShellFactory): void {
  const summing = declareListed(program, 'checksum');
  withCommonOptions(summing).action(() => checksum(createShell(summing)));
}
