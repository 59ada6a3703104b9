/** The event loop is held when nothing else could run for so long, milliseconds. */
export const HELD_LIMIT_MS = 500;

/** What a log line about a held event loop says; `crumb doctor` looks for it. */
export const HELD_MESSAGE = 'held the event loop: nothing else of its process could run';

/** The same while it is still held. */
export const STILL_HELD_MESSAGE = 'holds the event loop: nothing else of its process can run';

/** The fields of both lines, besides those of every line. */
export interface HeldFields {
  /** The service, or the process where no service is known. */
  readonly station?: string;
  readonly handler?: string;
  /** The innermost function that ran: `name (file:line)`. */
  readonly at?: string;
  readonly held_ms: number;
  /** How much of that the thread was on a processor; absent where the system does not tell. */
  readonly processor_ms?: number;
}
