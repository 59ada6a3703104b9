/** Where the log ends, as far as this process knows without a query: every write that this process has answered is before it. */
export abstract class LogHead {
  /** The last known position. */
  abstract readonly position: number;
}
