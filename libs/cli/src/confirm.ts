import { createInterface } from 'node:readline/promises';
import { CliError } from './cli-error';
import type { Shell } from './shell';

const YES = /^\s*y(es)?\s*$/i;

/**
 * Asks before something is lost that cannot be brought back: on a terminal, unless `--yes` was given. In scripts and pipes nobody is asked.
 * Throws CliError unless the answer is yes.
 */
export async function requireConfirmed(shell: Shell, question: string, isConfirmed = false): Promise<void> {
  const { input, output, errors } = shell.terminal;
  if (isConfirmed || shell.printsData || input.isTTY !== true || output.isTTY !== true) return;
  const lines = createInterface({ input, output: errors });
  const answer = await lines.question(`${question} [y/N] `, { signal: shell.interrupted }).finally(() => lines.close());
  if (!YES.test(answer)) throw new CliError('Nothing was changed.');
}
