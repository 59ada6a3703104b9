import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { caseTableLines, type ComparedRun } from '../../output/case-table';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { readRebuildFlags } from '../context/rebuild-flags';
import { listCases } from './list-cases';
import { runCases } from '../context/run-cases';

interface CompareFlags {
  readonly set?: string;
  readonly budget?: string[];
  readonly config?: string[];
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** The settings that are compared, each with the name of its column; the first is that of today. */
function settingsOf({ budget = [], config = [] }: CompareFlags): { name: string; flags: object }[] {
  const budgets = budget.map((tokens) => ({ name: `budget ${tokens}`, flags: { budget: tokens } }));
  const configs = config.map((file) => ({ name: file, flags: { config: file } }));
  return [{ name: 'today', flags: {} }, ...budgets, ...configs];
}

async function compare(shell: Shell, flags: CompareFlags): Promise<void> {
  const cases = await listCases(shell, flags.set);
  if (cases.length === 0)
    throw new CliError(
      'No cases that this key may read: pin one with `crumb trail pin <trail>`, or use the key of an operator.',
    );
  const runs: ComparedRun[] = [];
  for (const { name, flags: settings } of settingsOf(flags))
    runs.push({ name, reports: await runCases(shell, cases, await readRebuildFlags(shell, settings)) });
  shell.print({ runs }, () => caseTableLines(runs));
}

/** Adds `crumb evals compare`, which runs cases with several settings. */
export function addCompareCases(evals: Command, createShell: ShellFactory): void {
  const comparing = evals
    .command('compare')
    .description('run the cases with the settings of today and with others, and show the outcomes as a table')
    .option('--set <name>', 'only the cases of this set')
    .option('-b, --budget <tokens>', 'a budget; repeat for more', collect)
    .option('--config <file>', 'JSON file with a context.config.v1, without its consumer; repeat for more', collect);
  withCommonOptions(comparing).action((flags: CompareFlags) => compare(createShell(comparing), flags));
}
