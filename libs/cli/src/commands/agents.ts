import type { Command } from 'commander';
import { table } from '../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

async function agents(shell: Shell): Promise<void> {
  const all = await shell.client().agents();
  const rows = all.map(({ agent, version, runner, lane, model, subscriptions }) => [
    ...[agent, String(version), runner ?? 'pool', lane ?? 'session', model?.name ?? 'default'],
    subscriptions.map(({ schema }) => schema).join(', '),
  ]);
  shell.print({ agents: all }, () =>
    table(
      ['agent', 'version', 'runner', 'lane', 'model', 'subscribes to'],
      rows,
      'No agents defined, or none visible to this key.',
    ),
  );
}

/** `crumb agents`: who is defined as data. */
export function addAgents(program: Command, createShell: ShellFactory): void {
  const command = program.command('agents').description('list agents');
  withCommonOptions(command).action(() => agents(createShell(command)));
}
