import type { FailureCode } from '@crumbtrail/prompting';

/** An error that another attempt cannot mend. */
export class RemoteRefusal extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** An error after which the agent says when another attempt may succeed. */
export class RemoteDelay extends Error {
  constructor(
    message: string,
    /** What the turn fails with after the last attempt. */
    readonly code: FailureCode,
    readonly pauseMs: number,
  ) {
    super(message);
  }
}
