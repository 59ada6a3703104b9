import type { Command } from 'commander';
import { nameColumn } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

async function discover(shell: Shell): Promise<void> {
  const seen = await shell.client().discoverAgents();
  const rows = seen.agents.map(
    ({ agent, owner, name, session, is_online, is_compatible, protocol_version, subject }) => [
      name,
      agent,
      owner,
      session ?? '',
      is_online ? 'online' : 'offline',
      is_compatible ? protocol_version : `${protocol_version}, another version`,
      subject,
    ],
  );
  shell.printListing(seen, {
    columns: [
      nameColumn('name'),
      'program',
      'owner',
      { heading: 'session', optional: true },
      'state',
      { heading: 'protocol', optional: true },
      { heading: 'subject', optional: true },
    ],
    rows,
    empty: 'No agents are online on this NATS server.',
  });
  if (seen.unreadable > 0) shell.printNote(`${seen.unreadable} answers do not follow the protocol.`);
}

/** Adds `crumb agents discover`, which lists the agents of other programs and of this workspace on NATS. */
export function addDiscoverAgents(agents: Command, createShell: ShellFactory): void {
  const discovering = agents
    .command('discover')
    .description('list the agents that are online on NATS, of whatever program; what they say is not verified');
  withCommonOptions(discovering).action(() => discover(createShell(discovering)));
}
