import { type Crumb, type Contract, CrumbError, type CrumbEvent } from '@crumbtrail/contracts';
import { asHandler, type Logger } from '@crumbtrail/platform';
import { validateCrumb, type CrumbStore, isErased } from '../store-client/crumb-store';
import { draftDeadLetter } from '../settlement/dead-letter';
import type { DeliveredMessage } from './delivered-message';
import { HEADER } from '../protocol/headers';
import type { HandlerMeter } from './handler-meter';
import type { Subscription } from './on-crumb';
import { readEvent } from './read-event';
import {
  type WriteDeadLetter,
  decideSettlement,
  type DeliveryLimits,
  type HandlerOutcome,
  settle,
} from '../settlement/settlement';
import { traceProcessing } from '../tracing/spans';
import { parseEventSubject } from '../protocol/subjects';
import { type Trace, withTrace } from '../tracing/trace';

/** A handler's first argument: the crumb of its contract, or the bare event. */
export type HandlerInput = Crumb<Contract> | CrumbEvent;

/** One handler and everything needed to process a message. */
export interface HandlerBinding {
  readonly service: string;
  readonly durable: string;
  readonly subscription: Subscription;
  readonly ackWaitMs: number;
  readonly limits: DeliveryLimits;
  readonly store: CrumbStore;
  readonly logger: Logger;
  readonly meter?: HandlerMeter;
  readonly run: (heard: HandlerInput, event: CrumbEvent) => Promise<void>;
  /** The event that a replay refers to; absent when the message is itself the event. */
  readonly standsFor?: (event: CrumbEvent) => FailedDelivery | undefined;
}

/** What failed: the event, its durable and the attempt. */
export interface FailedDelivery {
  readonly durable: string;
  readonly event: CrumbEvent;
  readonly generation: number;
}

/** Null when there is nothing left to handle: the crumb was erased or removed by retention. */
export async function loadHandlerInput(
  handling: Pick<HandlerBinding, 'subscription' | 'store'>,
  event: CrumbEvent,
): Promise<HandlerInput | null> {
  const { contract, options } = handling.subscription;
  if (contract === '*' || options.withoutCrumb) return event;
  const refs = [{ id: event.id, version: event.version }];
  const { crumbs } = await handling.store.in(event.workspace).read({ refs, min_position: event.position });
  const crumb = crumbs[0] ?? null;
  return crumb === null || isErased(crumb) ? null : validateCrumb(contract, crumb);
}

const toTrace = (message: DeliveredMessage, event: CrumbEvent): Trace => ({
  traceparent: message.header(HEADER.traceparent) ?? event.traceparent,
  trail: event.trail_id,
});

async function runHandler(handling: HandlerBinding, message: DeliveredMessage, event: CrumbEvent): Promise<void> {
  const { kinds = ['created'], skipsImported = false } = handling.subscription.options;
  if (!kinds.includes(event.kind) || (skipsImported && event.imported)) return;
  const { durable } = handling;
  const { deliveries } = message;
  const given = { event, durable, deliveries, id: message.header(HEADER.id), bytes: message.body.length };
  await withTrace(toTrace(message, event), () =>
    traceProcessing(given, Date.now(), async () => {
      const input = await loadHandlerInput(handling, event);
      if (input !== null) await handling.run(input, event);
    }),
  );
}

/** Writes a dead letter; without its cause when the store no longer knows that cause. */
function deadLetterWriter(
  handling: HandlerBinding,
  message: DeliveredMessage,
  event: CrumbEvent | null,
): WriteDeadLetter {
  const { service, durable, store, logger } = handling;
  const workspace = event?.workspace ?? parseEventSubject(message.subject)?.workspace ?? 'default';
  return async (error) => {
    const { deliveries, sequence, position } = message;
    const failing = (event && handling.standsFor?.(event)) ?? { durable, event };
    const draft = draftDeadLetter({ service, deliveries, sequence, position, error, ...failing });
    const leave = (one: typeof draft): Promise<unknown> =>
      store.in(workspace).commit({ writes: [{ op: 'create', draft: one }] });
    try {
      await leave(draft);
    } catch (refusal) {
      if (!(refusal instanceof CrumbError) || refusal.transient) throw refusal;
      // A turn that was closed meanwhile needs nothing more: that its handler failed is no alarm.
      if (refusal.code === 'turn_closed')
        return logger.info({ durable, workspace, position: draft.context['event'] }, 'the turn was closed meanwhile');
      if (draft.cause === undefined) throw refusal;
      await leave({ ...draft, cause: undefined });
    }
    logger.error({ durable, workspace, position: draft.context['event'], error }, 'left a dead letter');
  };
}

/** Processes one message to its end, whatever happens; renews the ack wait while the handler runs. Never rejects. */
export function handleDelivery(
  handling: HandlerBinding,
  message: DeliveredMessage,
  random: () => number,
): Promise<void> {
  return asHandler(handling.durable, () => processDelivery(handling, message, random));
}

async function processDelivery(
  handling: HandlerBinding,
  message: DeliveredMessage,
  random: () => number,
): Promise<void> {
  const lease = setInterval(() => message.working(), Math.max(10, handling.ackWaitMs / 3));
  const began = performance.now();
  let event: CrumbEvent | null = null;
  let outcome: HandlerOutcome = { ended: 'returned' };
  try {
    event = readEvent(message.body);
    await runHandler(handling, message, event);
  } catch (error) {
    outcome = { ended: 'threw', error };
  }
  const delivery = { deliveries: message.deliveries, limits: handling.limits, random: random() };
  const verdict = decideSettlement(outcome, delivery);
  const { logger, durable } = handling;
  const about = { durable, position: event?.position ?? message.position, deliveries: message.deliveries };
  if (verdict.do === 'retry')
    logger.warn({ ...about, delayMs: verdict.delayMs, err: verdict.error }, 'failed; trying again');
  const trace = event === null ? {} : toTrace(message, event);
  const unburied = await withTrace(trace, () =>
    settle(verdict, message, deadLetterWriter(handling, message, event), delivery),
  );
  if (unburied) logger.error({ ...about, err: unburied }, 'the dead letter cannot be left now; trying again');
  handling.meter?.handled(durable, verdict.do, performance.now() - began);
  clearInterval(lease);
}
