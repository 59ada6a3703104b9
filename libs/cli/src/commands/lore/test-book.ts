import { isApiError, type LoreTest } from '@crumbtrail/client';
import type { Command } from 'commander';
import { table } from '../../output/table';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { parseWholeNumber } from '../context/rebuild-flags';
import { loadBook } from './load-books';

interface TestOptions {
  readonly text: string;
  readonly agent: string;
  readonly contextTokens: string;
}

const row = ({ entry, label = '', verdict, says }: LoreTest['verdicts'][number]): string[] => [
  verdict === 'active' ? 'active' : '',
  entry,
  label,
  says,
];

async function testBook(shell: Shell, name: string, { text, agent, contextTokens }: TestOptions): Promise<void> {
  const context_tokens = parseWholeNumber(contextTokens, '--context-tokens');
  const test = await shell
    .client()
    .testLore(name, { text, agent, context_tokens })
    .catch(async (error: unknown) => {
      // Names the nearest book that there is.
      if (isApiError(error) && error.problem.code === 'not_found') await loadBook(shell, name);
      throw error;
    });
  const { active, verdicts, disabled } = test;
  shell.print(test, () => [
    `${active} of ${verdicts.length} entries are active.`,
    ...(disabled ? ['The book is disabled: in a session, none is.'] : []),
    '',
    ...table(['', 'entry', 'label', 'why'], verdicts.map(row), 'The book has no entries.'),
  ]);
}

/** Adds `crumb lore test`, which says of every entry whether a text activates it, and why. Macros are not expanded. */
export function addTest(lore: Command, createShell: ShellFactory): void {
  const command = lore
    .command('test')
    .description('say which entries a text would activate, and why not the others; stores nothing')
    .argument('<book>')
    .requiredOption('--text <text>', 'the newest message')
    .option('-a, --agent <agent>', 'the agent that would answer it', 'assistant')
    .option('--context-tokens <count>', 'size of the context, of which lore takes a share', '8000');
  withCommonOptions(command).action((name: string, options: TestOptions) =>
    testBook(createShell(command), name, options),
  );
}
