import type { Command } from 'commander';
import { table } from '../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { addAgentVersions } from './agent-versions';
import { addDefineAgent } from './define-agent';

async function list(shell: Shell): Promise<void> {
  const agents = await shell.client().agents();
  const rows = agents.map(({ agent, version, runner, lane, model, subscriptions }) => [
    agent,
    String(version),
    runner ?? 'pool',
    lane ?? 'session',
    model?.name ?? 'default',
    subscriptions.map(({ schema }) => schema).join(', '),
  ]);
  shell.print({ agents }, () =>
    table(
      ['agent', 'version', 'runner', 'lane', 'model', 'subscribes to'],
      rows,
      'No agents defined, or none visible to this key.',
    ),
  );
}

/** Adds `crumb agents`, which lists and defines agents. */
export function addAgents(program: Command, createShell: ShellFactory): void {
  const command = program.command('agents').description('list agents');
  withCommonOptions(command).action(() => list(createShell(command)));
  addDefineAgent(command, createShell);
  addAgentVersions(command, createShell);
}
