import { type Attributes, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';

/** A timer that was set longer ago than this starts a new trace, milliseconds. */
const LATER_MS = 300_000;

const tracer = trace.getTracer('@crumbtrail/breadcrumb-store');

/** A timer or schedule that is due. */
export interface DueFiring {
  readonly kind: string;
  readonly id: string;
  /** Of the request that set it. */
  readonly traceparent: string | null;
  readonly setAt: Date;
  readonly now: Date;
}

/**
 * The traceparent of the fired crumbs. A timer that fires soon continues the trace in which it was set; a later one, and every
 * tick of a schedule, starts a new trace with a link to that. Where no traces are exported, it is the one that it was set with.
 */
export function traceFiring({ kind, id, traceparent, setAt, now }: DueFiring): string | null {
  const set = propagation.extract(ROOT_CONTEXT, traceparent === null ? {} : { traceparent });
  const before = trace.getSpanContext(set);
  const goesOn = kind === 'timer' && now.getTime() - setAt.getTime() <= LATER_MS;
  const attributes: Attributes = { 'crumbtrail.crumb.id': id };
  const links = before && !goesOn ? [{ context: before }] : [];
  const at = goesOn ? set : ROOT_CONTEXT;
  const span = tracer.startSpan(`fire ${kind}`, { kind: SpanKind.INTERNAL, attributes, links }, at);
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(at, span), carrier);
  span.end();
  return carrier.traceparent ?? traceparent;
}
