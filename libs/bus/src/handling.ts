import { type Crumb, type Contract, CrumbError, type CrumbEvent } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { checked, type CrumbStore, isErased } from './crumb-store';
import { deadLetter } from './dead-letter';
import type { Delivered } from './delivered';
import { HEADER } from './headers';
import type { Hearing } from './hears';
import { readEvent } from './read-event';
import { type Bury, decide, type Limits, type Outcome, settle } from './settlement';
import { parseEventSubject } from './subjects';
import { type Trace, withTrace } from './trace';

/** What a handler is given first: the crumb of its contract, or the bare event. */
export type Heard = Crumb<Contract> | CrumbEvent;

/** One handler with all that handling a message takes. */
export interface Handling {
  readonly station: string;
  readonly durable: string;
  readonly hearing: Hearing;
  readonly ackWaitMs: number;
  readonly limits: Limits;
  readonly store: CrumbStore;
  readonly logger: Logger;
  readonly run: (heard: Heard, event: CrumbEvent) => Promise<void>;
}

const tracer = trace.getTracer('@crumbtrail/bus');

/** Null when there is nothing to handle any more: erased, or gone by its retention. */
async function heardIn(handling: Handling, event: CrumbEvent): Promise<Heard | null> {
  const { contract } = handling.hearing;
  if (contract === '*') return event;
  const refs = [{ id: event.id, version: event.version }];
  const { crumbs } = await handling.store.in(event.workspace).read({ refs, min_position: event.position });
  const crumb = crumbs[0] ?? null;
  return crumb === null || isErased(crumb) ? null : checked(contract, crumb);
}

async function observed(event: CrumbEvent, work: (span: Span) => Promise<void>): Promise<void> {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.operation.name': 'process',
    'crumbtrail.trail': event.trail_id,
    'crumbtrail.position': event.position,
  };
  const options = { kind: SpanKind.CONSUMER, attributes };
  await tracer.startActiveSpan(`process ${event.schema_name}`, options, async (span) => {
    try {
      await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

const traceOf = (message: Delivered, event: CrumbEvent): Trace => ({
  traceparent: event.traceparent ?? message.header(HEADER.traceparent),
  trail: event.trail_id,
});

async function outcomeOf(handling: Handling, message: Delivered, event: CrumbEvent): Promise<void> {
  const kinds = handling.hearing.options.kinds ?? ['created'];
  if (!kinds.includes(event.kind)) return;
  await withTrace(traceOf(message, event), () =>
    observed(event, async () => {
      const heard = await heardIn(handling, event);
      if (heard !== null) await handling.run(heard, event);
    }),
  );
}

/** Leaves a dead letter; without its cause when the store knows no such cause any more. */
function burial(handling: Handling, message: Delivered, event: CrumbEvent | null): Bury {
  const { station, durable, store, logger } = handling;
  const workspace = event?.workspace ?? parseEventSubject(message.subject)?.workspace ?? 'default';
  return async (error) => {
    const { deliveries, sequence, position } = message;
    const draft = deadLetter({ station, durable, deliveries, sequence, position, event, error });
    const leave = (one: typeof draft): Promise<unknown> =>
      store.in(workspace).commit({ writes: [{ op: 'create', draft: one }] });
    try {
      await leave(draft);
    } catch (refusal) {
      if (!(refusal instanceof CrumbError) || refusal.transient || draft.cause === undefined) throw refusal;
      await leave({ ...draft, cause: undefined });
    }
    logger.error({ durable, workspace, position: draft.context['event'], error }, 'left a dead letter');
  };
}

/** Handles one message to its end, whatever happens; the lease is renewed while the handler runs. Never rejects. */
export async function handle(handling: Handling, message: Delivered, random: () => number): Promise<void> {
  const lease = setInterval(() => message.working(), Math.max(10, handling.ackWaitMs / 3));
  let event: CrumbEvent | null = null;
  let outcome: Outcome = { ended: 'returned' };
  try {
    event = readEvent(message.body);
    await outcomeOf(handling, message, event);
  } catch (error) {
    outcome = { ended: 'threw', error };
  }
  const delivery = { deliveries: message.deliveries, limits: handling.limits, random: random() };
  const verdict = decide(outcome, delivery);
  const { logger, durable } = handling;
  const about = { durable, position: event?.position ?? message.position, deliveries: message.deliveries };
  if (verdict.do === 'retry')
    logger.warn({ ...about, delayMs: verdict.delayMs, err: verdict.error }, 'failed; trying again');
  const trace = event === null ? {} : traceOf(message, event);
  const unburied = await withTrace(trace, () => settle(verdict, message, burial(handling, message, event), delivery));
  if (unburied) logger.error({ ...about, err: unburied }, 'the dead letter cannot be left now; trying again');
  clearInterval(lease);
}
