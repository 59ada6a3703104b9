import { Refusal, Unreachable } from '@crumbtrail/client';
import { CommanderError, type Command } from 'commander';
import { CliError } from './cli-error';
import { crumb } from './program';
import { harmless, type Terminal } from './terminal';

/** Ctrl-C, as shells count it. */
const INTERRUPTED = 130;

function exitCodeOf(error: unknown, interrupted: AbortSignal): number {
  if (interrupted.aborted) return INTERRUPTED;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof CliError ? error.exitCode : 1;
}

const isForeseen = (error: unknown): error is Error =>
  error instanceof CliError || error instanceof Refusal || error instanceof Unreachable;

/** One sentence on what went wrong. Commander has said its own already. */
function sentence(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (isForeseen(error)) return error.message;
  return `crumb failed in a way nobody foresaw: ${error instanceof Error ? error.message : String(error)}`;
}

/** Usage errors are thrown, never the end of the process: exit codes are decided here. */
function throwing(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwing);
  return command;
}

/** Runs one command line; resolves with its exit code: 0, 1 for what failed, 2 for usage, 130 for Ctrl-C. */
export async function run(args: readonly string[], terminal: Terminal, interrupted: AbortSignal): Promise<number> {
  try {
    await throwing(crumb(terminal, interrupted)).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const said = interrupted.aborted ? null : sentence(error);
    if (said) terminal.errors.write(`crumb: ${harmless(said)}\n`);
    return exitCodeOf(error, interrupted);
  }
}
