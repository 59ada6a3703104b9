import type { Operation, CrumbEvent } from '@crumbtrail/contracts';
import { failSpan, inSpan } from '@crumbtrail/platform';
import {
  type Attributes,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { eventSubject, requestQueue, requestSubject } from '../protocol/subjects';

/** After this many milliseconds a consumer starts a trace of its own, with a link to the publisher's. */
const LATER_MS = 300_000;

const tracer = trace.getTracer('@crumbtrail/bus');

/** The active span, here or in another process. */
function runningSpan(): SpanContext | undefined {
  const span = trace.getSpanContext(context.active());
  return span && isSpanContextValid(span) ? span : undefined;
}

const messagingAttributes = (operation: string, type: string): Attributes => ({
  'messaging.system.name': 'nats',
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
});

/** An operation, as far as its spans need it. */
type NamedOperation = Pick<Operation, 'name'>;

/** A request's workspace, and the service that sends it. */
interface RequestOrigin {
  readonly workspace: string;
  readonly principal: string;
}

function requestAttributes(operation: NamedOperation, { workspace, principal }: RequestOrigin): Attributes {
  return {
    'messaging.destination.name': requestSubject(operation, workspace, principal),
    'messaging.destination.template': `${operation.name}.{workspace}.{principal}`,
    'crumbtrail.workspace': workspace,
    'crumbtrail.principal': principal,
  };
}

/** The client span of a request: from publishing it to its reply. A request outside of any trace creates no span. */
export function traceRequest<T>(operation: NamedOperation, origin: RequestOrigin, work: () => Promise<T>): Promise<T> {
  if (!runningSpan()) return work();
  const attributes = {
    ...messagingAttributes('publish', 'send'),
    ...requestAttributes(operation, origin),
  };
  return inSpan(tracer, { name: `publish ${operation.name}`, kind: SpanKind.CLIENT, attributes }, work);
}

/** The server span of a request. */
export function traceResponse<T>(operation: NamedOperation, origin: RequestOrigin, work: () => Promise<T>): Promise<T> {
  if (!runningSpan()) return work();
  const attributes = {
    ...messagingAttributes('process', 'process'),
    ...requestAttributes(operation, origin),
    'messaging.consumer.group.name': requestQueue(operation),
  };
  return inSpan(tracer, { name: `process ${operation.name}`, kind: SpanKind.SERVER, attributes }, work);
}

function eventAttributes(event: CrumbEvent): Attributes {
  const subject = eventSubject(event);
  const [root, , kind, schema, , ...imported] = subject.split('.');
  return {
    'messaging.destination.name': subject,
    'messaging.destination.template': [root, '{workspace}', kind, schema, '{recipient}', ...imported].join('.'),
    'crumbtrail.workspace': event.workspace,
    'crumbtrail.trail': event.trail_id,
    'crumbtrail.position': event.position,
    'crumbtrail.crumb.id': event.id,
    'crumbtrail.crumb.version': event.version,
    'crumbtrail.hop': event.hop,
    ...(event.session === undefined ? {} : { 'crumbtrail.session': event.session }),
  };
}

/** Whether an event is so old that its consumer starts a new trace. */
export function isLater({ at }: Pick<CrumbEvent, 'at'>, now: number): boolean {
  return at !== undefined && now - Date.parse(at) > LATER_MS;
}

/** An event that is being published. */
export interface PublishSpan {
  /** The traceparent that it carries. */
  readonly traceparent: string | undefined;
  end(error?: unknown): void;
}

/**
 * Publishes an event in a span that belongs to the trace of its crumb. An event that is republished long after its crumb was written
 * carries the crumb's traceparent unchanged, and creates no span.
 */
export function tracePublish(event: CrumbEvent, id: string, now: number): PublishSpan {
  const { traceparent } = event;
  const plain = { traceparent, end: () => undefined };
  if (traceparent === undefined || isLater(event, now)) return plain;
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
  if (!trace.getSpanContext(parent)) return plain;
  const attributes = {
    ...messagingAttributes('publish', 'send'),
    ...eventAttributes(event),
    'messaging.message.id': id,
  };
  const span = tracer.startSpan(`publish ${event.schema_name}`, { kind: SpanKind.PRODUCER, attributes }, parent);
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  const end = (error?: unknown): void => {
    if (error !== undefined) failSpan(span, error);
    span.end();
  };
  return { traceparent: carrier.traceparent ?? traceparent, end };
}

/** A message delivered to a durable. */
export interface ProcessedMessage {
  readonly event: CrumbEvent;
  readonly durable: string;
  readonly id: string | undefined;
  readonly bytes: number;
  readonly deliveries: number;
}

/** Runs the handler of an event in a span: within the publisher's trace, or linked to it when the event is old. */
export function traceProcessing(given: ProcessedMessage, now: number, work: () => Promise<void>): Promise<void> {
  const { event, durable, id, bytes, deliveries } = given;
  const attributes = {
    ...messagingAttributes('process', 'process'),
    ...eventAttributes(event),
    'messaging.consumer.group.name': durable,
    'messaging.message.body.size': bytes,
    'crumbtrail.deliveries': deliveries,
    ...(id === undefined ? {} : { 'messaging.message.id': id }),
  };
  const before = isLater(event, now) ? runningSpan() : undefined;
  const origin = before ? { root: true, links: [{ context: before }] } : {};
  return inSpan(tracer, { name: `process ${event.schema_name}`, kind: SpanKind.CONSUMER, attributes, ...origin }, work);
}
