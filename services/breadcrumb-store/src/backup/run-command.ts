import { errorMessage } from '@crumbtrail/platform';

/** What a program of the store does, by the name of the command: resolves to what `crumb` prints. */
export type ProgramCommands = Readonly<Record<string, (args: readonly string[]) => Promise<unknown>>>;

async function run(commands: ProgramCommands, [name = '', ...args]: readonly string[]): Promise<void> {
  const command = commands[name];
  if (!command) throw new Error(`There is no command ${name}; crumb starts this program.`);
  process.send?.(await command(args));
}

/** Runs the command that the process was started with, as `crumb` does it: sends what it resolves to to the parent. */
export function runCommand(commands: ProgramCommands): void {
  run(commands, process.argv.slice(2))
    .catch((error: unknown) => {
      process.stderr.write(`${errorMessage(error)}\n`);
      process.exitCode = 1;
    })
    .finally(() => process.disconnect?.());
}
