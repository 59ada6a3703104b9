import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/** The trace context of work: its W3C traceparent and its trail. */
export interface Trace {
  readonly traceparent?: string;
  readonly trail?: string;
}

const running = new AsyncLocalStorage<Trace>();
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The value if it is a valid traceparent; anything else counts as absent. */
export function validTraceparent(text: string | undefined): string | undefined {
  return text !== undefined && TRACEPARENT.test(text) ? text : undefined;
}

/** Runs `work` so that every request and commit in it carries this trace, through all its asynchronous calls. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  const traceparent = validTraceparent(trace.traceparent);
  return running.run({ ...trace, traceparent }, () => withParent(traceparent, work));
}

/**
 * Runs `work` as a child of the span of a trace, whose requests and commits carry it only where spans are recorded. For a service that sends none: on Node 20
 * {@link withTrace} slows down every promise of the process.
 */
export function withParent<T>(traceparent: string | undefined, work: () => T): T {
  const valid = validTraceparent(traceparent);
  return context.with(propagation.extract(ROOT_CONTEXT, valid ? { traceparent: valid } : {}), work);
}

/** The current trace: that of an active OpenTelemetry span, else the one given to {@link withTrace}. */
export function currentTrace(): Trace {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  const trace = running.getStore() ?? {};
  return carrier.traceparent ? { ...trace, traceparent: carrier.traceparent } : trace;
}

/**
 * The traceparent for outgoing requests: that of the active span, else the one given, else the one of {@link withTrace}. The active span
 * wins because it is already a child of the given one.
 */
export function carriedTraceparent(given?: string): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? given ?? running.getStore()?.traceparent;
}

/** The traceparent of a new, sampled trace: for requests from outside that carry none. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
