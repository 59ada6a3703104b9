import type { Shell } from '../../shell';

/** Ids of the pinned cases of a set, or of all, in the order in which they were pinned. */
export async function listCases(shell: Shell, set: string | undefined): Promise<string[]> {
  return (await shell.client().evals.cases(set)).map(({ id }) => id);
}
