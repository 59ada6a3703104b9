import { WorkspaceRetention, toJsonObject, type WorkspaceRetentionV1 } from '@crumbtrail/contracts';
import type { RetentionReply } from '@crumbtrail/contracts/operations/retention';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
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

function retentionLines(reply: RetentionReply): string[] {
  const removed = new Map(reply.removed.map((one) => [one.class, one]));
  const classLines = NAMES.map((name) => {
    const limit = reply.keep_days[name];
    const gone = removed.get(name);
    const before = gone ? `; ${gone.count.toLocaleString('en')} removed, last on ${gone.at.slice(0, 10)}` : '';
    return `${name}: kept ${limit === undefined ? 'forever' : `for ${days(limit)}`}${before}`;
  });
  const archived = reply.archived === 0 ? 'no archive' : `archived through ${reply.archived}`;
  return [
    ...classLines,
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

/** Days by class, `forever` for a class that is no longer limited; and whether only what is archived may be removed. */
type SetOptions = Partial<Record<RetentionClass, number | 'forever'>> & { readonly archivedOnly?: boolean };

function changeSetting(before: WorkspaceRetentionV1, { archivedOnly, ...limits }: SetOptions): WorkspaceRetentionV1 {
  const kept = Object.entries({ ...before.keep_days, ...limits }).filter(([, limit]) => limit !== 'forever');
  const archived_only = archivedOnly ?? before.archived_only ?? false;
  return { name: 'retention', keep_days: Object.fromEntries(kept) as KeepDays, archived_only };
}

async function set(shell: Shell, options: SetOptions): Promise<void> {
  if (Object.keys(options).length === 0)
    throw new CliError(
      `Say what to change: ${NAMES.map((name) => `--${name} <days>`).join(', ')} or --archived-only.`,
      2,
    );
  const client = shell.client();
  const [existing] = (await client.list({ schema: WorkspaceRetention.name, limit: 1 })).breadcrumbs;
  const before = (existing?.context ?? { name: 'retention', keep_days: {} }) as unknown as WorkspaceRetentionV1;
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
  const setting = retention
    .command('set')
    .description('change how many days the workspace keeps a class; default: forever');
  for (const name of NAMES)
    setting.addOption(new Option(`--${name} <days>`, `${CLASSES[name]}; or forever`).argParser(parseDays));
  setting
    .option('--archived-only', 'remove only what an archive holds')
    .option('--no-archived-only', 'remove also what no archive holds');
  withCommonOptions(setting).action((options: SetOptions) => {
    const given = Object.entries(options).filter(
      ([name]) => NAMES.includes(name as RetentionClass) || name === 'archivedOnly',
    );
    return set(createShell(setting), Object.fromEntries(given) as SetOptions);
  });
}

/** Adds `crumb checksum`, which tells whether two copies of a workspace hold the same. */
export function addChecksum(program: Command, createShell: ShellFactory): void {
  const summing = declareListed(program, 'checksum');
  withCommonOptions(summing).action(() => checksum(createShell(summing)));
}
