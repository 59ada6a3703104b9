import { CrumbError } from '@crumbtrail/contracts';

/** Runs the work of one of several writes; a refusal names the write that caused it. */
export function nameFailedWrite<Result>(at: number, count: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CrumbError) || count === 1) throw error;
    const { problem } = error;
    const message = `Crumb ${at + 1} of ${count}: ${problem.message}`;
    throw new CrumbError({ ...problem, message, details: { ...problem.details, index: at } }, { cause: error });
  }
}
