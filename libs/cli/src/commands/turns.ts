import { AgentResponse, type AgentResponseV1, asPayload, type TurnView } from '@crumbtrail/contracts';
import { describeEnding } from '@crumbtrail/formatting';
import { type Crumbtrail } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { ignoreUnreadable } from '../ignore-unreadable';
import { nameColumn } from '../output/listing';
import { listRecentTurns, type RecentTurnsOptions } from './recent-turns';

/** How a turn ended; undefined while it is not closed, or if the response cannot be read. */
async function loadEnding(client: Crumbtrail, { response_id }: TurnView): Promise<AgentResponseV1 | undefined> {
  if (response_id === undefined) return undefined;
  const response = await client.get(response_id).catch(ignoreUnreadable);
  return response && asPayload(AgentResponse.name, response.context);
}

const endingLine = (ending: string, { error }: AgentResponseV1): string =>
  error ? `${ending}: ${error.message}` : ending;

async function showTurnsOf(shell: Shell, crumb: string): Promise<void> {
  const client = shell.client();
  const woken = await client.turnsOf(crumb);
  const endings = await Promise.all(woken.turns.map((turn) => loadEnding(client, turn)));
  const rows = woken.turns.map(({ id, agent, state, chosen }, nth) => {
    const ending = endings[nth];
    const ended = ending === undefined ? '' : endingLine(describeEnding(ending.action), ending);
    return [{ id }, agent, state, ended, chosen?.reason ?? ''];
  });
  const turns = woken.turns.map((turn, nth) => {
    const ending = endings[nth];
    return { ...turn, ...(ending && { ended: endingLine(ending.action, ending) }) };
  });
  const nobody = woken.reason ?? (woken.decided ? 'It woke no agent.' : 'Not decided yet.');
  const silent = woken.silent === undefined ? [] : ['', woken.silent];
  shell.printListing(
    { ...woken, turns },
    {
      columns: ['turn', nameColumn('agent'), 'state', 'ended', { heading: 'why', optional: true }],
      rows,
      empty: nobody,
    },
  );
  if (!shell.printsData) shell.printLines(silent);
}

async function showUnfinished(shell: Shell, agent: string): Promise<void> {
  const turns = await shell.client().loop.unfinished(agent, { limit: 500 });
  const rows = turns.map(({ id, state, session = '', cause, deadline_at = '', claimed_until = '' }) => [
    { id },
    state,
    session,
    { id: cause.id },
    { time: deadline_at },
    { time: claimed_until },
  ]);
  shell.printListing(
    { turns },
    {
      columns: [
        'turn',
        'state',
        nameColumn('session'),
        'trigger',
        'deadline',
        { heading: 'claimed until', optional: true },
      ],
      rows,
      empty: `${agent} has no open or queued turn.`,
    },
  );
}

interface TurnsOptions extends RecentTurnsOptions {
  readonly unfinished?: true;
}

async function show(shell: Shell, crumb: string | undefined, { unfinished, ...filter }: TurnsOptions): Promise<void> {
  if (crumb !== undefined) return showTurnsOf(shell, crumb);
  if (!unfinished) return listRecentTurns(shell, filter);
  if (filter.agent === undefined) throw new CliError('--unfinished needs an agent: add --agent.', 2);
  return showUnfinished(shell, filter.agent);
}

/** Adds `crumb turns`, which lists recent turns, shows those of a breadcrumb and how they ended, or the unfinished turns of an agent. */
export function addTurns(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'turns')
    .argument('[id]', 'breadcrumb ID (default: list recent turns)')
    .option('-a, --agent <agent>', 'only of this agent')
    .option('-s, --session <session>', 'only of this session')
    .option('--since <time>', 'only since this time, such as 24h, 30d or an ISO time')
    .option('--until <time>', 'only before this time')
    .option('-n, --limit <count>', 'how many, up to 500', '50')
    .option('--unfinished', 'the open and queued turns of --agent, with deadline and claim');
  withCommonOptions(command).action((crumb: string | undefined, options: TurnsOptions) =>
    show(createShell(command), crumb, options),
  );
}
