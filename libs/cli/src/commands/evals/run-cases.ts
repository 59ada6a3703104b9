import { isApiError } from '@crumbtrail/client';
import type { CaseReport } from '../../output/case-runs';
import { startProgress } from '../../progress';
import type { Shell } from '../../shell';
import type { RebuildRequest } from '../context/rebuild-flags';

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

/** Runs cases one after the other; one that the gateway refuses is reported, and the others are run. */
export async function runCases(
  shell: Shell,
  cases: readonly string[],
  overrides: RebuildRequest,
): Promise<CaseReport[]> {
  const progress = startProgress(shell, 'cases run', cases.length);
  const reports: CaseReport[] = [];
  try {
    for (const id of cases) progress.update(reports.push(await runOne(shell, id, overrides)));
  } finally {
    progress.stop();
  }
  return reports;
}
