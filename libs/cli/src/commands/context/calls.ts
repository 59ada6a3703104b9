import type { Command } from 'commander';
import { modelCallLines } from '../../output/model-calls';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { CONTEXT_ID_HELP, withResolvedContext } from './resolve-context';

async function calls(shell: Shell, id: string): Promise<void> {
  const reply = await withResolvedContext(shell, id, (one) => shell.client().contexts.calls(one));
  shell.print(reply, () => modelCallLines(reply));
}

/** Adds `crumb context calls`. */
export function addCalls(context: Command, createShell: ShellFactory): void {
  const listing = context
    .command('calls')
    .description('print what the model was sent in each call of the turn: messages, tool results and tool schemas')
    .argument('<id>', CONTEXT_ID_HELP);
  withCommonOptions(listing).action((id: string) => calls(createShell(listing), id));
}
