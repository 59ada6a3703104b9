/** A request/reply contract: `name` is `<service>.<verb>`; the types live in the type only. */
export interface Operation<Request = unknown, Reply = unknown> {
  readonly name: string;
  readonly service: string;
  readonly verb: string;
  /** Writes of the log: retried by the caller only with the same idempotency key or derived ids. */
  readonly request?: Request;
  readonly reply?: Reply;
}

/** Names a request of a service. */
export function defineOperation<Request, Reply>(service: string, verb: string): Operation<Request, Reply> {
  return { name: `${service}.${verb}`, service, verb };
}
