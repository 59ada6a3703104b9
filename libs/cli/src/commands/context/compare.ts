import type { ContextDiff } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { diffLines, itemsOf } from '../../draw/context-diff';
import { replayLines } from '../../draw/replay';
import { whatIfLines } from '../../draw/what-if';
import { type Shell, type ShellOf, withCommonOptions } from '../../shell';
import { contextOf, ofContext, WHAT } from './find';
import { saysOf } from './says';
import { wholeNumber, wishOf, type WishOptions, withWishOptions } from './wish';

/** It was said already; a script sees it by the exit code. */
const SAID = '';

async function replay(shell: Shell, id: string, { text }: { text?: true }): Promise<void> {
  const reply = await ofContext(shell, id, (one) => shell.client().contexts.replay(one));
  const { identical, formatted_context } = reply;
  shell.show(reply, () => (text && formatted_context !== null ? [formatted_context] : replayLines(reply)));
  if (!identical) throw new CliError(SAID);
}

interface Judged {
  readonly exitCode?: true;
}

const isSame = ({ added, removed, moved, reworded }: ContextDiff): boolean =>
  [added, removed, moved, reworded].every(({ length }) => length === 0);

function judge(diff: ContextDiff, { exitCode }: Judged): void {
  if (exitCode && !isSame(diff)) throw new CliError(SAID);
}

async function replan(shell: Shell, id: string, options: WishOptions & Judged): Promise<void> {
  const wish = await wishOf(shell, options);
  const reply = await ofContext(shell, id, (one) => shell.client().contexts.replan(one, wish));
  const says = await saysOf(shell, itemsOf(reply.diff));
  shell.show(reply, () => diffLines(reply.diff, { a: 'recorded', b: 'today' }, says));
  judge(reply.diff, options);
}

async function diff(shell: Shell, a: string, b: string, options: Judged): Promise<void> {
  const both = await Promise.all([contextOf(shell, a), contextOf(shell, b)]);
  const reply = await shell.client().contexts.diff(...(both as [string, string]));
  const says = await saysOf(shell, itemsOf(reply));
  shell.show(reply, () => diffLines(reply, { a: 'a', b: 'b' }, says));
  judge(reply, options);
}

async function whatIf(shell: Shell, id: string, { budgets }: { budgets: string }): Promise<void> {
  const asked = budgets.split(',').map((one) => wholeNumber(one.trim(), '--budgets'));
  const reply = await ofContext(shell, id, (one) => shell.client().contexts.whatIf(one, asked));
  const changed = reply.budgets.flatMap(({ enters, leaves }) => [...enters, ...leaves]);
  const says = await saysOf(shell, changed);
  shell.show(reply, () => whatIfLines(reply, says));
}

const EXIT_CODE = ['--exit-code', 'exit 1 when they differ'] as const;

/** The subcommands that hold a context against something: itself, today, other budgets, another one. */
export function addComparing(context: Command, shellOf: ShellOf): void {
  const replaying = context
    .command('replay')
    .description('re-render the recorded items; exit 0 if byte-identical to what the agent saw, else 1')
    .argument('<id>', WHAT)
    .option('--text', 'print the text instead of the result');
  withCommonOptions(replaying).action((id: string, options: { text?: true }) =>
    replay(shellOf(replaying), id, options),
  );
  const replanning = context
    .command('replan')
    .description('rebuild with the current code and config and show the differences; stores nothing')
    .argument('<id>', WHAT)
    .option(...EXIT_CODE);
  withCommonOptions(withWishOptions(replanning)).action((id: string, options: WishOptions & Judged) =>
    replan(shellOf(replanning), id, options),
  );
  const supposing = context
    .command('what-if')
    .description('simulate other budgets with the recorded candidates')
    .argument('<id>', WHAT)
    .option('-b, --budgets <tokens>', 'comma-separated budgets', '500,1000,2000,4000');
  withCommonOptions(supposing).action((id: string, options: { budgets: string }) =>
    whatIf(shellOf(supposing), id, options),
  );
  const differing = context
    .command('diff')
    .description('compare two contexts: what was added, removed or moved, and why')
    .argument('<a>', WHAT)
    .argument('<b>', WHAT)
    .option(...EXIT_CODE);
  withCommonOptions(differing).action((a: string, b: string, options: Judged) =>
    diff(shellOf(differing), a, b, options),
  );
}
