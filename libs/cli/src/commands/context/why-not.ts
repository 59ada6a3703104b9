import type { Command } from 'commander';
import { whyNotLines } from '../../output/why-not';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { CONTEXT_ID_HELP, withResolvedContext } from './resolve-context';

async function whyNot(shell: Shell, id: string, words: readonly string[]): Promise<void> {
  const text = words.join(' ');
  const reply = await withResolvedContext(shell, id, (one) => shell.client().contexts.whyNot(one, text));
  shell.print(reply, () => whyNotLines(reply));
}

/** Adds `crumb context why-not`. */
export function addWhyNot(context: Command, createShell: ShellFactory): void {
  const asking = context
    .command('why-not')
    .description('why a text is not in a context, and the smallest change that would let it in')
    .argument('<id>', CONTEXT_ID_HELP)
    .argument('<text...>', 'words of the text, or the ID of its breadcrumb');
  withCommonOptions(asking).action((id: string, text: string[]) => whyNot(createShell(asking), id, text));
}
