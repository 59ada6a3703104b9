import { Counter, Histogram, type Registry } from 'prom-client';
import type { Settlement } from '../settlement/settlement';

/** Counts the messages delivered to a service's durables, and their outcomes. */
export interface HandlerMeter {
  handled(durable: string, verdict: Settlement['do'], milliseconds: number): void;
}

const OUTCOMES: Readonly<Record<Settlement['do'], string>> = { ack: 'handled', retry: 'retried', bury: 'buried' };

/** The same counts as Prometheus metrics. Durables are named by their service, so the number of label values is the number of handlers. */
export function createHandlerMeter(registry: Registry): HandlerMeter {
  const registers = [registry];
  const messages = new Counter({
    name: 'crumbtrail_messages_total',
    help: 'Messages that a durable was given: handled, to be tried again (retried), or left as a dead letter (buried).',
    labelNames: ['durable', 'outcome'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'crumbtrail_message_seconds',
    help: 'Time that handling a message took.',
    labelNames: ['durable'] as const,
    buckets: [0.002, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  });
  return {
    handled: (durable, verdict, milliseconds) => {
      // Creates all counters at a durable's first message, so that Prometheus sees the first dead letter as an increase.
      for (const outcome of Object.values(OUTCOMES)) messages.inc({ durable, outcome }, 0);
      messages.inc({ durable, outcome: OUTCOMES[verdict] });
      seconds.observe({ durable }, milliseconds / 1000);
    },
  };
}
