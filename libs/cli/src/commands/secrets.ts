import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { requireConfirmed } from '../confirm';
import { declareListed } from '../listed-commands';
import { readPiped } from '../load-text';
import { nameColumn } from '../output/listing';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface SaveOptions {
  readonly host: readonly string[];
  readonly tool: readonly string[];
  readonly keepValue?: true;
}

async function list(shell: Shell): Promise<void> {
  const state = await shell.client().secrets();
  const rows = state.secrets.map(({ name, tools, hosts, saved_at, saved_by }) => [
    name,
    tools.join(', '),
    hosts.join(', '),
    { time: saved_at, after: `by ${saved_by.kind}:${saved_by.id}` },
  ]);
  shell.printListing(state, {
    columns: [nameColumn('name'), 'tools', 'hosts', { heading: 'saved', optional: true }],
    rows,
    empty: 'No secrets.',
  });
}

/** A value comes from standard input, so that it is in no history of a shell. */
async function readValue({ terminal: { input } }: Shell, name: string): Promise<string> {
  if (input.isTTY)
    throw new CliError(
      `Pipe the value in, so that it stays out of your history: crumb secrets save ${name} … < file`,
      2,
    );
  const text = (await readPiped(input)).trim();
  if (text !== '') return text;
  throw new CliError(`The value of ${name} is empty. Use crumb secrets remove ${name} to remove it.`, 2);
}

async function save(shell: Shell, name: string, { host, tool, keepValue }: SaveOptions): Promise<void> {
  const value = keepValue ? {} : { value: await readValue(shell, name) };
  const saved = await shell.client().saveSecret(name, { hosts: [...host], tools: [...tool], ...value });
  shell.print(saved, () => [
    `Saved ${name}: ${saved.tools.join(', ')} may send it to ${saved.hosts.join(', ')} from the next run on.`,
  ]);
}

async function remove(shell: Shell, name: string, isConfirmed?: boolean): Promise<void> {
  await requireConfirmed(
    shell,
    `Remove the secret ${name}? Tools that send it fail from their next run on.`,
    isConfirmed,
  );
  const removed = await shell.client().removeSecret(name);
  shell.print(removed, () => [`Removed ${name}. If others may know it, revoke it where it is from.`]);
}

const collect = (one: string, before: readonly string[] = []): readonly string[] => [...before, one];

/** Adds `crumb secrets`, which lists, saves and removes what the code of tools may send. */
export function addSecrets(program: Command, createShell: ShellFactory): void {
  const secrets = declareListed(program, 'secrets');
  withCommonOptions(secrets).action(() => list(createShell(secrets)));
  const listing = secrets.command('list').description('list secrets, without their values');
  withCommonOptions(listing).action(() => list(createShell(listing)));
  const saving = secrets
    .command('save')
    .description('save a secret, encrypted; its value is read from standard input')
    .argument('<name>', 'how definitions of tools name it, such as WEATHER_KEY')
    .requiredOption('--host <host>', 'where it may be sent, such as api.example.org; repeat for more', collect)
    .requiredOption('--tool <tool>', 'a tool that may use it, or a prefix such as "my_*"; repeat for more', collect)
    .option('--keep-value', 'keep the saved value; for the same hosts');
  withCommonOptions(saving).action((name: string, options: SaveOptions) => save(createShell(saving), name, options));
  const removing = secrets
    .command('remove')
    .description('remove a secret')
    .argument('<name>')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(removing).action((name: string, { yes }: { readonly yes?: boolean }) =>
    remove(createShell(removing), name, yes),
  );
}
