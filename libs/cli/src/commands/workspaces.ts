import type { MovedWorkspace } from '@crumbtrail/contracts/operations/keys';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

async function create(shell: Shell, name: string): Promise<void> {
  const created = await shell.client().createWorkspace(name);
  shell.print(created, () => [
    { verbatim: created.secret },
    '',
    `Operator key of workspace ${created.name}. Copy it now: it won't be shown again.`,
  ]);
}

async function list(shell: Shell): Promise<void> {
  const workspaces = await shell.client().workspaces();
  const rows = workspaces.map(({ name, created_at }) => [name, { time: created_at }]);
  shell.printListing({ workspaces }, { columns: ['workspace', 'created'], rows, empty: 'No workspaces.' });
}

interface MoveOptions {
  readonly to: string;
  readonly within?: string;
}

const MOST_SECONDS = 600;

/** Converts the seconds of --within to milliseconds. */
function parseWithinMs(seconds: string): number {
  const ms = Number(seconds) * 1000;
  if (seconds.trim() !== '' && ms >= 0 && ms <= MOST_SECONDS * 1000) return Math.round(ms);
  throw new CliError(`--within must be 0 to ${MOST_SECONDS} seconds (got "${seconds}").`, 2);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function movedLines({ workspace, cell, rows, copied_ms, paused_ms }: MovedWorkspace): string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    `Moved ${workspace} to the cell ${cell}: ${all.toLocaleString('en')} ${all === 1 ? 'row' : 'rows'}.`,
    `Copied in ${seconds(copied_ms)} while it was used; then writes waited for ${seconds(paused_ms)}.`,
    'Keys are the same. Whoever signed in with a browser signs in again.',
  ];
}

async function move(shell: Shell, name: string, { to, within }: MoveOptions): Promise<void> {
  const limit = within === undefined ? {} : { within_ms: parseWithinMs(within) };
  const moved = await shell.client().moveWorkspace(name, { to, ...limit });
  shell.print(moved, () => movedLines(moved));
}

/** Adds `crumb workspaces`, which creates, lists and moves workspaces. */
export function addWorkspaces(program: Command, createShell: ShellFactory): void {
  const workspaces = declareListed(program, 'workspaces');
  withCommonOptions(workspaces).action(() => list(createShell(workspaces)));
  const creating = workspaces
    .command('create')
    .description('create a workspace; its first operator key is shown once')
    .argument('<name>');
  withCommonOptions(creating).action((name: string) => create(createShell(creating), name));
  const listing = workspaces.command('list').description('list workspaces');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const moving = workspaces
    .command('move')
    .description('move the workspace of your key to another cell, while it is used')
    .argument('<name>')
    .requiredOption('--to <cell>', 'a cell of this gateway')
    .option('--within <seconds>', 'how long running turns may take to end; default: 60');
  withCommonOptions(moving).action((name: string, options: MoveOptions) => move(createShell(moving), name, options));
}
