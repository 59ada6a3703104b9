import { ApiError, UnreachableError } from '@crumbtrail/client';
import { CommanderError, type Command } from 'commander';
import { CliError } from './cli-error';
import type { Interrupts } from './interrupts';
import { createProgram } from './program';
import { sanitize, type Terminal } from './terminal';

/** Nobody answers at the gateway's address: worth trying again, which what was refused is not. */
const UNREACHABLE = 3;
/** Ctrl-C, as shells count it. */
const INTERRUPTED = 130;

function exitCodeOf(error: unknown, interrupted: AbortSignal): number {
  if (interrupted.aborted) return INTERRUPTED;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UnreachableError) return UNREACHABLE;
  return error instanceof CliError ? error.exitCode : 1;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CliError || error instanceof ApiError || error instanceof UnreachableError;

/** One sentence on what went wrong. Commander has said its own already. */
function errorText(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (isExpected(error)) return error.message;
  return `Unexpected error: ${error instanceof Error ? error.message : String(error)} (please report it)`;
}

/** Usage errors are thrown, never the end of the process: exit codes are decided here. */
function throwOnUsageErrors(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwOnUsageErrors);
  return command;
}

/** Runs one command line; resolves with its exit code: 0, 1 for what failed, 2 for usage, 3 where nobody answers, 130 for Ctrl-C. */
export async function run(args: readonly string[], terminal: Terminal, interrupts: Interrupts): Promise<number> {
  const { signal } = interrupts;
  try {
    await throwOnUsageErrors(createProgram(terminal, interrupts)).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const said = signal.aborted ? null : errorText(error);
    if (said) terminal.errors.write(`crumb: ${sanitize(said)}\n`);
    return exitCodeOf(error, signal);
  }
}
