/** The requester: the principal, enforced by the broker, and the API key that it acts for, if any. */
export interface RequestContext {
  readonly workspace: string;
  readonly principal: string;
  readonly key?: string;
  readonly traceparent?: string;
}

/** Options of one request. */
export interface RequestOptions {
  readonly key?: string;
  readonly traceparent?: string;
  /** Default 15 s, or ASK_WITHIN_MS. */
  readonly timeoutMs?: number;
}

/** Ends a subscription. */
export type Unsubscribe = () => void;
