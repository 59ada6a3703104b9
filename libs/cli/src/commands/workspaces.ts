import type { Command } from 'commander';
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

/** Adds `crumb workspaces`, which creates and lists workspaces. */
export function addWorkspaces(program: Command, createShell: ShellFactory): void {
  const workspaces = program.command('workspaces').description('list workspaces (isolated tenants); create them');
  withCommonOptions(workspaces).action(() => list(createShell(workspaces)));
  const creating = workspaces
    .command('create')
    .description('create a workspace; its first operator key is shown once')
    .argument('<name>');
  withCommonOptions(creating).action((name: string) => create(createShell(creating), name));
  const listing = workspaces.command('list').description('list workspaces');
  withCommonOptions(listing).action(() => list(createShell(listing)));
}
