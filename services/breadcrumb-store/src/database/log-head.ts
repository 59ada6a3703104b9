/** Where the log ends, as far as this process knows without a query: every write that this process has answered is before it. */
export abstract class LogHead {
  /** The last known position. */
  abstract readonly position: number;

  /** Learns where the log ends now: a workspace that arrives from another cell brings positions that no write here has assigned. */
  abstract catchUp(): Promise<void>;
}
