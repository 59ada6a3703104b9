import {
  defineForeignAgent,
  explainUnpromptable,
  foreignAddress,
  isForeignAgent,
} from '@crumbtrail/contracts/foreign-agent';
import type { SeenAgentsReply } from '@crumbtrail/contracts/http/seen-agents';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { nameColumn } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { define } from './define-agent';
import type { Json } from './definition-file';

type DiscoveredAgent = SeenAgentsReply['agents'][number];

function printSeen(shell: Shell, seen: SeenAgentsReply): void {
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
  const [first] = seen.agents.filter((one) => explainUnpromptable(one) === undefined);
  if (first)
    shell.printNote(
      `Without --define its definition is printed. Let one take part in sessions: crumb agents discover ${foreignAddress(first)} --define`,
    );
}

/** The agent of this name, or of this program, owner and name. */
function findSeen({ agents }: SeenAgentsReply, wanted: string): DiscoveredAgent {
  const addresses = new Map(agents.map((one) => [foreignAddress(one), one]));
  const found = [...addresses].filter(([address, { name }]) => wanted === address || wanted === name);
  const [only] = found;
  if (!only) {
    const there = addresses.size === 0 ? 'Nobody is.' : `Online are: ${[...addresses.keys()].join(', ')}.`;
    throw new CliError(`No agent ${wanted} is online on NATS. ${there}`);
  }
  if (found.length > 1)
    throw new CliError(`Several agents are named ${wanted}: say which, ${found.map(([one]) => one).join(' or ')}.`, 2);
  return only[1];
}

async function definitionOf(shell: Shell, seen: DiscoveredAgent): Promise<Json> {
  const why = explainUnpromptable(seen);
  if (why !== undefined) throw new CliError(`${foreignAddress(seen)} cannot be prompted. ${why}`);
  const agents = await shell.client().agents();
  const known = agents.find((one) => isForeignAgent(one, seen));
  if (known) throw new CliError(`${foreignAddress(seen)} is defined already: \`crumb agents show ${known.agent}\`.`);
  const definition = defineForeignAgent(
    seen,
    agents.map(({ agent }) => agent),
  );
  return JSON.parse(JSON.stringify(definition)) as Json;
}

interface DiscoverOptions {
  readonly define?: true;
}

async function discover(shell: Shell, wanted: string | undefined, options: DiscoverOptions): Promise<void> {
  if (wanted === undefined && options.define)
    throw new CliError('--define needs an agent, such as claude-code/otto/desk.', 2);
  const seen = await shell.client().discoverAgents();
  if (wanted === undefined) return printSeen(shell, seen);
  const definition = await definitionOf(shell, findSeen(seen, wanted));
  if (options.define) return define(shell, definition);
  shell.print(definition, () => [JSON.stringify(definition, null, 2)]);
}

/** Adds `crumb agents discover`, which lists the agents of other programs and of this workspace on NATS, and defines those of others. */
export function addDiscoverAgents(agents: Command, createShell: ShellFactory): void {
  const discovering = agents
    .command('discover')
    .description(
      'list the agents that are online on NATS, of whatever program; what they say is not verified. With an agent: print the definition by which it takes part in sessions',
    )
    .argument('[agent]', 'its name, or program/owner/name')
    .option('--define', 'define it');
  withCommonOptions(discovering).action((agent: string | undefined, options: DiscoverOptions) =>
    discover(createShell(discovering), agent, options),
  );
}
