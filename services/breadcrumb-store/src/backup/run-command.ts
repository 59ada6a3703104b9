import { errorMessage } from '@crumbtrail/platform';
import type { JobProgress, ReportProgress } from './job-progress';

/** What a program of the store does, by the name of the command: resolves to what `crumb` prints. */
export type ProgramCommands = Readonly<
  Record<string, (args: readonly string[], report: ReportProgress) => Promise<unknown>>
>;

/** What a program tells `crumb`, which started it: how far it is, and then what it did or why it failed. */
export type ProgramMessage =
  { readonly progress: JobProgress } | { readonly reply: unknown } | { readonly failed: string };

function tell(message: ProgramMessage): void {
  process.send?.(message);
}

async function run(commands: ProgramCommands, [name = '', ...args]: readonly string[]): Promise<void> {
  const command = commands[name];
  if (!command) throw new Error(`There is no command ${name}; crumb starts this program.`);
  tell({ reply: await command(args, (progress) => tell({ progress })) });
}

/** `crumb` prints the reason itself, once it has removed its display of progress. */
function fail(error: unknown): void {
  process.exitCode = 1;
  if (process.connected) tell({ failed: errorMessage(error) });
  else process.stderr.write(`${errorMessage(error)}\n`);
}

/** Runs the command that the process was started with, and tells the process that started it how far it is and what it did. */
export function runCommand(commands: ProgramCommands): void {
  run(commands, process.argv.slice(2))
    .catch(fail)
    .finally(() => process.disconnect?.());
}
