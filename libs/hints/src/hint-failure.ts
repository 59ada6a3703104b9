/** A hint that is not usable, or that failed on a payload: which one, by JSON pointer into the crumb. */
export class HintFailure extends Error {
  override readonly name = 'HintFailure';

  constructor(
    readonly path: string,
    readonly rule: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${reason}`, options);
  }
}

/** One line for whatever went wrong. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0]?.slice(0, 300) || 'something that says nothing of itself';
}

/** Runs what belongs to one hint; whatever it throws comes out as a failure at its place. */
export function at<Result>(path: string, rule: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof HintFailure) throw error;
    throw new HintFailure(path, rule, oneLine(error), { cause: error });
  }
}
