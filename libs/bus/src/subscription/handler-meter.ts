import { Counter, Histogram, type Registry } from 'prom-client';
import type { Settlement } from '../settlement/settlement';

/** Counts what a service's durables were given, and what became of it. */
export interface HandlerMeter {
  handled(durable: string, verdict: Settlement['do'], milliseconds: number): void;
}

const OUTCOMES: Readonly<Record<Settlement['do'], string>> = { ack: 'handled', retry: 'retried', bury: 'buried' };

/** The same for Prometheus. Durables are named by their service, so their number is that of its handlers. */
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
      // All from a durable's first message on: to Prometheus the first dead letter is then a rise, not a beginning.
      for (const outcome of Object.values(OUTCOMES)) messages.inc({ durable, outcome }, 0);
      messages.inc({ durable, outcome: OUTCOMES[verdict] });
      seconds.observe({ durable }, milliseconds / 1000);
    },
  };
}
