import { ApiError, UnreachableError } from '@crumbtrail/client';
import { CommanderError, type Command } from 'commander';
import { CliError } from './cli-error';
import type { Interrupts } from './interrupts';
import { createProgram } from './program';
import type { Terminal } from './terminal';
import { writeNote } from './width';

/** The gateway cannot be reached; unlike a refused request, a retry can help. */
const UNREACHABLE = 3;
/** The exit code shells use for Ctrl-C: 128 + SIGINT. */
const INTERRUPTED = 130;

function exitCodeOf(error: unknown, interrupted: AbortSignal): number {
  if (interrupted.aborted) return INTERRUPTED;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UnreachableError) return UNREACHABLE;
  return error instanceof CliError ? error.exitCode : 1;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CliError || error instanceof ApiError || error instanceof UnreachableError;

/** The message to print; null for usage errors, which commander has printed itself. */
function errorText(error: unknown): string | null {
  if (error instanceof CommanderError) return null;
  if (isExpected(error)) return error.message;
  return `Unexpected error: ${error instanceof Error ? error.message : String(error)} (please report it)`;
}

/** Makes commander throw on usage errors instead of exiting the process. */
function throwOnUsageErrors(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwOnUsageErrors);
  return command;
}

/** Runs one command line and returns its exit code: 0, 1 failed, 2 wrong usage, 3 gateway unreachable, 130 Ctrl-C. */
export async function run(args: readonly string[], terminal: Terminal, interrupts: Interrupts): Promise<number> {
  const { signal } = interrupts;
  try {
    await throwOnUsageErrors(createProgram(terminal, interrupts, args)).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const message = signal.aborted ? null : errorText(error);
    if (message) writeNote(terminal, `crumb: ${message}`);
    return exitCodeOf(error, signal);
  }
}
