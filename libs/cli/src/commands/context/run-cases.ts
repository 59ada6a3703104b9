import type { CaseReport } from '@crumbtrail/contracts/operations/evals';
import { startProgress } from '../../progress';
import type { Shell } from '../../shell';
import type { RebuildRequest } from './rebuild-flags';

/** Runs cases one after the other, and shows how many were run. */
export async function runCases(
  shell: Shell,
  cases: readonly string[],
  overrides: RebuildRequest,
): Promise<readonly CaseReport[]> {
  const progress = startProgress(shell, 'cases run', cases.length);
  try {
    return await shell.client().evals.runAll(cases, overrides, (count) => progress.update(count));
  } finally {
    progress.stop();
  }
}
