/** A private Postgres on a free loopback port. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
  /** Ends it by SIGKILL; its folder stays until `stop`. */
  kill(): Promise<void>;
  /** Ends it without a checkpoint, and starts it on the same data; resolves to the server that replaces it. */
  crash(): Promise<PostgresServer>;
}

/** Settings for tests, which kill processes but never the machine. */
export const WITHOUT_DISK_SYNC: readonly string[];

/** Starts a new server from the programs in `bin`, with further settings such as `fsync=off`. */
export function startPostgres(bin: string, more?: readonly string[]): Promise<PostgresServer>;

/** Starts a streaming replica of a server that {@link startPostgres} started. */
export function startReplica(bin: string, from: string, more?: readonly string[]): Promise<PostgresServer>;
