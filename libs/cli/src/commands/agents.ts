import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { addAgentDrafts } from './agent-drafts';
import { addAgentVersions } from './agent-versions';
import { addDefineAgent } from './define-agent';
import { addDiscoverAgents } from './discover-agents';
import { addEditAgent, addShowAgent } from './edit-agent';
import { addExposeAgent } from './expose-agent';
import { nameColumn } from '../output/listing';

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
  shell.printListing(
    { agents },
    {
      columns: [
        nameColumn('agent'),
        'version',
        { heading: 'runner', optional: true },
        { heading: 'lane', optional: true },
        'model',
        'subscribes to',
      ],
      rows,
      empty: 'No agents defined, or none visible to this key.',
    },
  );
}

/** Adds `crumb agents`, which lists, shows, defines and edits agents. */
export function addAgents(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'agents');
  withCommonOptions(command).action(() => list(createShell(command)));
  addDefineAgent(command, createShell);
  addShowAgent(command, createShell);
  addEditAgent(command, createShell);
  addAgentVersions(command, createShell);
  addAgentDrafts(command, createShell);
  addExposeAgent(command, createShell);
  addDiscoverAgents(command, createShell);
}
