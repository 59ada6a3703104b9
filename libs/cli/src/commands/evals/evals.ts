import { isApiError } from '@crumbtrail/client';
import { EvalCase } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { caseRunLines, type CaseReport } from '../../output/case-runs';
import { startProgress } from '../../progress';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import {
  readRebuildFlags,
  type RebuildFlags,
  type RebuildRequest,
  withRebuildSettings,
} from '../context/rebuild-flags';
import { addFit } from './fit';

/** The largest page of a list. */
const PAGE = 500;
/** The output states the failures; scripts read the exit code. */
const ALREADY_PRINTED = '';

async function listCases(shell: Shell): Promise<string[]> {
  const cases: string[] = [];
  for await (const { id } of shell.client().all({ schema: EvalCase.name, order: 'asc', limit: PAGE })) cases.push(id);
  return cases;
}

/** The settings are wrong for every case: there is no use in going on. */
const isBadRequest = (error: unknown): boolean => isApiError(error, 400) || isApiError(error, 422);

async function runOne(shell: Shell, id: string, overrides: RebuildRequest): Promise<CaseReport> {
  try {
    return await shell.client().evals.run(id, overrides);
  } catch (error) {
    if (!isApiError(error) || isBadRequest(error)) throw error;
    return { case: id, outcome: 'refused', because: error.message };
  }
}

async function runAll(shell: Shell, cases: readonly string[], overrides: RebuildRequest): Promise<CaseReport[]> {
  const progress = startProgress(shell, 'cases run', cases.length);
  const reports: CaseReport[] = [];
  try {
    for (const id of cases) progress.update(reports.push(await runOne(shell, id, overrides)));
  } finally {
    progress.stop();
  }
  return reports;
}

const countOf = (reports: readonly CaseReport[], outcome: CaseReport['outcome']): number =>
  reports.filter((one) => one.outcome === outcome).length;

async function run(shell: Shell, options: Omit<RebuildFlags, 'asOf'>): Promise<void> {
  const overrides = await readRebuildFlags(shell, options);
  const reports = await runAll(shell, await listCases(shell), overrides);
  const [passed, erased] = [countOf(reports, 'passed'), countOf(reports, 'erased')];
  const failed = reports.length - passed - erased;
  shell.print({ passed, failed, erased, cases: reports }, () => caseRunLines(reports));
  // A key that may read no case must not make a pipeline green.
  if (failed > 0 || reports.length === 0) throw new CliError(ALREADY_PRINTED);
}

/** Adds `crumb evals`, which runs pinned cases and fits weights. */
export function addEvals(program: Command, createShell: ShellFactory): void {
  const evals = program
    .command('evals')
    .description('check contexts by what was pinned with `crumb trail pin`, and fit their weights');
  const running = evals
    .command('run')
    .description('build the context of every pinned case again; stores nothing; exit 1 if one lacks a breadcrumb');
  withCommonOptions(withRebuildSettings(running)).action((options: RebuildFlags) => run(createShell(running), options));
  addFit(evals, createShell);
}
