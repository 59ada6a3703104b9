import type { Crumbtrail, StoppedTurn } from '@crumbtrail/client';
import { UserMessage } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { type AuthorName, loadAuthorNames } from '../output/author-names';
import { responseLine } from '../output/response-line';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

/** Finds the open turns of the latest message of a session. Throws CliError when there are none. */
async function findOpenTurns(client: Crumbtrail, session: string): Promise<string[]> {
  const { breadcrumbs } = await client.list({ session, schema: UserMessage.name, limit: 1 });
  const [latest] = breadcrumbs;
  const { turns } = latest ? await client.turnsOf(latest.id) : { turns: [] };
  const open = turns.filter(({ state }) => state !== 'closed').map(({ id }) => id);
  if (open.length === 0) throw new CliError(`No reply in progress in session ${session}.`);
  return open;
}

const stoppedLine = ({ turn, response }: StoppedTurn, nameOf: AuthorName): string =>
  response ? responseLine(response, nameOf) : `Turn ${turn.id} of ${turn.agent} is ${turn.state}.`;

async function stop(shell: Shell, turn: string | undefined, { session }: { session: string }): Promise<void> {
  const client = shell.client();
  const turns = turn === undefined ? await findOpenTurns(client, session) : [turn];
  const stopped = await Promise.all(turns.map((one) => client.stopTurn(one)));
  const nameOf = await loadAuthorNames(shell);
  shell.print({ stopped }, () => stopped.map((one) => stoppedLine(one, nameOf)));
}

/** Adds `crumb stop`, which stops replies in progress. */
export function addStop(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'stop')
    .argument('[turn]', 'turn ID (default: all open turns of the latest message)')
    .option('-s, --session <session>', 'the session', 'demo');
  withCommonOptions(command).action((turn: string | undefined, options: { session: string }) =>
    stop(createShell(command), turn, options),
  );
}
