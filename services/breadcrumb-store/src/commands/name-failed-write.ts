import { CrumbError } from '@crumbtrail/contracts';

/** Does something for one of several writes; a refusal says which of them it was. */
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
