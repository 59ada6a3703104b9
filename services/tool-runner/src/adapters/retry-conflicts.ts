import { CrumbError, type ProblemCode } from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';

const CONFLICTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['id_conflict', 'version_conflict']);
const TRIES = 8;

/**
 * Repeats the work from the current state when another replica was faster. Throws a TransientError after many
 * conflicts.
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CrumbError) || !CONFLICTS.has(error.code)) throw error;
      if (tried === TRIES) throw new TransientError(error.message, { cause: error });
    }
  }
}
