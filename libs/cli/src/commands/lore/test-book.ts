import { activate, compileLore, wordVerdict, type LoreVerdict } from '@crumbtrail/lore';
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

const row = (verdict: LoreVerdict): string[] => [
  verdict.verdict === 'active' ? 'active' : '',
  verdict.id,
  verdict.comment ?? '',
  wordVerdict(verdict),
];

async function testBook(shell: Shell, name: string, { text, agent, contextTokens }: TestOptions): Promise<void> {
  const size = parseWholeNumber(contextTokens, '--context-tokens');
  const { book, entries } = await loadBook(shell, name);
  // Loaded here, because counting tokens needs tables that no other command does.
  const { countTokens } = await import('@crumbtrail/hints');
  const { verdicts } = activate(compileLore([{ book, entries, stratum: 'session' }]), {
    messages: [{ id: 'text', name: 'User', role: 'user', text }],
    agent: { id: agent, name: agent },
    contextTokens: size,
    seed: { session: 'test', turn: text },
    countTokens: (words) => countTokens(words, 'o200k_base'),
  });
  const sorted = verdicts.toSorted((a, b) => Number(b.verdict === 'active') - Number(a.verdict === 'active'));
  const said = sorted.map((verdict) => ({ ...verdict, says: wordVerdict(verdict) }));
  const active = sorted.filter(({ verdict }) => verdict === 'active').length;
  shell.print({ book: name, active, verdicts: said }, () => [
    `${active} of ${verdicts.length} entries are active.`,
    ...(book.enabled === false ? ['The book is disabled: in a session, none is.'] : []),
    '',
    ...table(['', 'entry', 'label', 'why'], sorted.map(row), 'The book has no entries.'),
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
