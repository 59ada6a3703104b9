/** A hint that is not valid, or that failed on a payload; `path` is a JSON pointer into the crumb. */
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

/** The first line of an error's message, at most 300 characters. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0]?.slice(0, 300) || 'unknown error';
}

/** Runs the work of one hint and turns any error into a `HintFailure` with the hint's path. */
export function at<Result>(path: string, rule: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof HintFailure) throw error;
    throw new HintFailure(path, rule, oneLine(error), { cause: error });
  }
}
