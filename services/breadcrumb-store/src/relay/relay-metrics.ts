import { contracts, type CrumbEvent } from '@crumbtrail/contracts';
import { LabelLimiter, OTHER_LABEL } from '@crumbtrail/platform';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Relay } from './relay';

/** Durables are of services, and of agents that are services. */
const MOST_DURABLES = 100;

const SCHEMAS: ReadonlySet<string> = new Set(contracts.keys());

/** How the relay itself stands; watch the age, not the count. */
function measureProgress(relay: Relay, registers: Registry[]): void {
  new Gauge({
    name: 'crumbtrail_relay_oldest_unpublished_seconds',
    help: 'How long the oldest event that is not in the stream yet has waited.',
    registers,
    async collect() {
      this.set((await relay.backlog()).oldestUnrelayedMs / 1000);
    },
  });
  new Gauge({
    name: 'crumbtrail_relay_unpublished',
    help: 'Events of the log that are not in the stream yet.',
    registers,
    async collect() {
      this.set(Math.max(0, (await relay.backlog()).head - relay.relayed));
    },
  });
  new Gauge({
    name: 'crumbtrail_relay_epoch',
    help: 'Rises each time that the stream was rewound to refill somebody.',
    registers,
    collect() {
      this.set(relay.epoch);
    },
  });
}

/** How everybody who listens stands, as of the last look of the relay. */
function measureDurables(relay: Relay, registers: Registry[]): void {
  const names = new LabelLimiter(MOST_DURABLES);
  const gauge = (name: string, help: string, valueOf: (one: Relay['durables'][number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['durable'] as const,
      registers,
      collect() {
        this.reset();
        for (const one of relay.durables) this.set({ durable: names.limit(one.name) }, valueOf(one));
      },
    });
  };
  gauge(
    'crumbtrail_durable_floor',
    'The position up to which a durable has acknowledged all that it hears.',
    ({ floor }) => floor,
  );
  gauge('crumbtrail_durable_lag', 'Positions of the log between the end of it and what a durable has done.', (one) =>
    Math.max(0, relay.relayed - one.floor),
  );
  gauge(
    'crumbtrail_durable_depth',
    'Messages that wait for a durable or are in its hands.',
    ({ consumer }) => (consumer?.pending ?? 0) + (consumer?.outstanding ?? 0),
  );
  gauge(
    'crumbtrail_durable_pulls',
    'Handlers that wait for a message of a durable; none: nobody is there, or all are at work.',
    ({ consumer }) => consumer?.waiting ?? 0,
  );
}

/** How far the road is behind the log, and everybody on it, for Prometheus. */
export function measureRelay(relay: Relay, registry: Registry): void {
  measureProgress(relay, [registry]);
  measureDurables(relay, [registry]);
}

/** Counts what was published, by contract; what workspaces defined themselves is `other`. */
export function countPublished(registry: Registry): (events: readonly CrumbEvent[]) => void {
  const counter = new Counter({
    name: 'crumbtrail_events_total',
    help: 'Events of the log that were published, those of a refill included.',
    labelNames: ['schema', 'kind'] as const,
    registers: [registry],
  });
  return (events) => {
    for (const { schema_name, kind } of events)
      counter.inc({ schema: SCHEMAS.has(schema_name) ? schema_name : OTHER_LABEL, kind });
  };
}
