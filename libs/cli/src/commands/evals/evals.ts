import type { CaseReport } from '@crumbtrail/contracts/operations/evals';
import type { Command } from 'commander';
import { declareListed } from '../../listed-commands';
import { CliError } from '../../cli-error';
import { caseRunLines } from '../../output/case-runs';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { readRebuildFlags, type RebuildFlags, withRebuildSettings } from '../context/rebuild-flags';
import { addCompareCases } from './compare-cases';
import { addFit } from './fit';
import { listCases } from './list-cases';
import { runCases } from '../context/run-cases';

/** The output states the failures; scripts read the exit code. */
const ALREADY_PRINTED = '';

/** The settings of a run, and the set. */
interface RunFlags extends Omit<RebuildFlags, 'asOf'> {
  readonly set?: string;
}

const countOf = (reports: readonly CaseReport[], outcome: CaseReport['outcome']): number =>
  reports.filter((one) => one.outcome === outcome).length;

async function run(shell: Shell, options: RunFlags): Promise<void> {
  const overrides = await readRebuildFlags(shell, options);
  const reports = await runCases(shell, await listCases(shell, options.set), overrides);
  const [passed, erased] = [countOf(reports, 'passed'), countOf(reports, 'erased')];
  const failed = reports.length - passed - erased;
  shell.print({ passed, failed, erased, cases: reports }, () => caseRunLines(reports));
  // A key that may read no case must not make a pipeline green.
  if (failed > 0 || reports.length === 0) throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb evals`, which runs pinned cases and fits weights. */
export function addEvals(program: Command, createShell: ShellFactory): void {
  const evals = declareListed(program, 'evals');
  const running = evals
    .command('run')
    .description('build the context of every pinned case again; stores nothing; exit 1 if one lacks a breadcrumb');
  running.option('--set <name>', 'only the cases of this set');
  withCommonOptions(withRebuildSettings(running)).action((options: RunFlags) => run(createShell(running), options));
  addCompareCases(evals, createShell);
  addFit(evals, createShell);
}
