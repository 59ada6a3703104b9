/** A request/reply contract: `name` is `<station>.<verb>`; the types live in the type only. */
export interface Ask<Request = unknown, Reply = unknown> {
  readonly name: string;
  readonly station: string;
  readonly verb: string;
  /** Writes of the log: retried by the caller only with the same idempotency key or derived ids. */
  readonly request?: Request;
  readonly reply?: Reply;
}

/** Names a request of a station. */
export function ask<Request, Reply>(station: string, verb: string): Ask<Request, Reply> {
  return { name: `${station}.${verb}`, station, verb };
}
