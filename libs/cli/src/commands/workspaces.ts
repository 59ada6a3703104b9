import type { Command } from 'commander';
import { table } from '../draw/table';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

async function create(shell: Shell, name: string): Promise<void> {
  const made = await shell.client().createWorkspace(name);
  shell.show(made, () => [made.secret, '', `The operator key of the workspace ${made.name}. It is shown only now.`]);
}

async function list(shell: Shell): Promise<void> {
  const workspaces = await shell.client().workspaces();
  const rows = workspaces.map(({ name, created_at }) => [name, created_at]);
  shell.show({ workspaces }, () => table(['workspace', 'made'], rows, 'There is no workspace.'));
}

/** `crumb workspaces`: tenants; nothing crosses from one to another. */
export function addWorkspaces(program: Command, shellOf: ShellOf): void {
  const workspaces = program.command('workspaces').description('tenants: nothing crosses from one to another');
  const creating = workspaces
    .command('create')
    .description('make a workspace; its first operator key is shown once')
    .argument('<name>');
  withCommonOptions(creating).action((name: string) => create(shellOf(creating), name));
  const listing = workspaces.command('list').description('all workspaces');
  withCommonOptions(listing).action(() => list(shellOf(listing)));
}
