import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/** What a piece of work belongs to: its W3C traceparent and its trail. */
export interface Trace {
  readonly traceparent?: string;
  readonly trail?: string;
}

const running = new AsyncLocalStorage<Trace>();
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Only what is a traceparent; anything else counts as absent. */
export function validTraceparent(text: string | undefined): string | undefined {
  return text !== undefined && TRACEPARENT.test(text) ? text : undefined;
}

/** Runs `work` so that every ask and commit in it carries this trace, however deep and however asynchronous. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  const traceparent = validTraceparent(trace.traceparent);
  const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
  return running.run({ ...trace, traceparent }, () => context.with(parent, work));
}

/** The trace of the work that is running now: an OpenTelemetry span's when one is active, else the one given to {@link withTrace}. */
export function currentTrace(): Trace {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  const trace = running.getStore() ?? {};
  return carrier.traceparent ? { ...trace, traceparent: carrier.traceparent } : trace;
}

/**
 * The traceparent that work which goes out carries: that of the span that runs, else the one given, else the one of
 * {@link withTrace}. A span belongs to what was given, so it wins.
 */
export function carriedTraceparent(given?: string): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? given ?? running.getStore()?.traceparent;
}

/** A new trace's traceparent, sampled: for a door where work enters without one. */
export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
