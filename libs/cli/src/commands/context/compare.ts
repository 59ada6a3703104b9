import type { ContextDiff } from '@crumbtrail/contracts/operations/recorded-contexts';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { diffLines, changedItems } from '../../output/context-diff';
import { replayLines } from '../../output/replay';
import { whatIfLines } from '../../output/what-if';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { resolveContextId, withResolvedContext, CONTEXT_ID_HELP } from './resolve-context';
import { loadItemTexts } from './load-item-texts';
import { parseBudgetOption, readRebuildFlags, type RebuildFlags, withRebuildFlags } from './rebuild-flags';

/** The output states the difference; scripts read the exit code. */
const ALREADY_PRINTED = '';

async function replay(shell: Shell, id: string, { text }: { text?: true }): Promise<void> {
  const reply = await withResolvedContext(shell, id, (one) => shell.client().contexts.replay(one));
  const { identical, formatted_context } = reply;
  shell.print(reply, () =>
    text && formatted_context !== null ? [{ verbatim: formatted_context }] : replayLines(reply),
  );
  if (!identical) throw new CliError(ALREADY_PRINTED);
}

interface ExitCodeOption {
  readonly exitCode?: true;
}

const isUnchanged = ({ added, removed, moved, reworded }: ContextDiff): boolean =>
  [added, removed, moved, reworded].every(({ length }) => length === 0);

function failIfDifferent(diff: ContextDiff, { exitCode }: ExitCodeOption): void {
  if (exitCode && !isUnchanged(diff)) throw new CliError(ALREADY_PRINTED);
}

async function replan(shell: Shell, id: string, options: RebuildFlags & ExitCodeOption): Promise<void> {
  const request = await readRebuildFlags(shell, options);
  const reply = await withResolvedContext(shell, id, (one) => shell.client().contexts.replan(one, request));
  const texts = await loadItemTexts(shell, changedItems(reply.diff));
  shell.print(reply, () => diffLines(reply.diff, { a: 'recorded', b: 'today' }, texts));
  failIfDifferent(reply.diff, options);
}

async function diff(shell: Shell, a: string, b: string, options: ExitCodeOption): Promise<void> {
  const both = await Promise.all([resolveContextId(shell, a), resolveContextId(shell, b)]);
  const reply = await shell.client().contexts.diff(...(both as [string, string]));
  const texts = await loadItemTexts(shell, changedItems(reply));
  shell.print(reply, () => diffLines(reply, { a: 'a', b: 'b' }, texts));
  failIfDifferent(reply, options);
}

async function whatIf(shell: Shell, id: string, { budgets }: { budgets: string }): Promise<void> {
  const values = budgets.split(',').map((one) => parseBudgetOption(one.trim(), '--budgets'));
  const reply = await withResolvedContext(shell, id, (one) => shell.client().contexts.whatIf(one, values));
  const changed = reply.budgets.flatMap(({ enters, leaves, shortened = [], lengthened = [] }) => [
    ...enters,
    ...leaves,
    ...shortened,
    ...lengthened,
  ]);
  const texts = await loadItemTexts(shell, changed);
  shell.print(reply, () => whatIfLines(reply, texts));
}

const EXIT_CODE_FLAG = '--exit-code';
const EXIT_CODE_HELP = 'exit 1 when they differ';

/** Adds the subcommands that compare a context: replay, replan, what-if and diff. */
export function addCompareCommands(context: Command, createShell: ShellFactory): void {
  const replaying = context
    .command('replay')
    .description('re-render the recorded items; exit 0 if byte-identical to what the agent saw, else 1')
    .argument('<id>', CONTEXT_ID_HELP)
    .option('--text', 'print the text instead of the result');
  withCommonOptions(replaying).action((id: string, options: { text?: true }) =>
    replay(createShell(replaying), id, options),
  );
  const replanning = context
    .command('replan')
    .description('rebuild with the current code and config and show the differences; stores nothing')
    .argument('<id>', CONTEXT_ID_HELP)
    .option(EXIT_CODE_FLAG, EXIT_CODE_HELP);
  withCommonOptions(withRebuildFlags(replanning)).action((id: string, options: RebuildFlags & ExitCodeOption) =>
    replan(createShell(replanning), id, options),
  );
  const supposing = context
    .command('what-if')
    .description('simulate other budgets with the recorded candidates')
    .argument('<id>', CONTEXT_ID_HELP)
    .option('-b, --budgets <tokens>', 'comma-separated budgets', '500,1000,2000,4000');
  withCommonOptions(supposing).action((id: string, options: { budgets: string }) =>
    whatIf(createShell(supposing), id, options),
  );
  const differing = context
    .command('diff')
    .description('compare two contexts: what was added, removed or moved, and why')
    .argument('<a>', CONTEXT_ID_HELP)
    .argument('<b>', CONTEXT_ID_HELP)
    .option(EXIT_CODE_FLAG, EXIT_CODE_HELP);
  withCommonOptions(differing).action((a: string, b: string, options: ExitCodeOption) =>
    diff(createShell(differing), a, b, options),
  );
}
