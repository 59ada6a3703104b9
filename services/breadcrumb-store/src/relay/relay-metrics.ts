import { contracts, type CrumbEvent } from '@crumbtrail/contracts';
import { LabelLimiter, OTHER_LABEL } from '@crumbtrail/platform';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Relay } from './relay';

/** The most durables with their own label. Services and agents that run as services have durables. */
const MOST_DURABLES = 100;

const SCHEMAS: ReadonlySet<string> = new Set(contracts.keys());

/** The progress of the relay itself; alert on the age, not on the count. */
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
    name: 'crumbtrail_log_lost_positions',
    help: 'Positions that failovers of the database lost in the last seven days.',
    registers,
    async collect() {
      this.set((await relay.lostRanges()).reduce((sum, { from, through }) => sum + through - from + 1, 0));
    },
  });
  new Gauge({
    name: 'crumbtrail_relay_epoch',
    help: 'Increases each time the stream is rewound to refill a durable, and with each failover of the database.',
    registers,
    collect() {
      this.set(relay.epoch);
    },
  });
}

/** The progress of each durable, as of the relay's last inspection. */
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
    'The position up to which a durable has acknowledged all of its events.',
    ({ floor }) => floor,
  );
  gauge('crumbtrail_durable_lag', 'Positions of the log that a durable has not processed yet.', (one) =>
    Math.max(0, relay.relayed - one.floor),
  );
  gauge(
    'crumbtrail_durable_depth',
    'Messages of a durable that are pending or not yet acknowledged.',
    ({ consumer }) => (consumer?.pending ?? 0) + (consumer?.outstanding ?? 0),
  );
  gauge(
    'crumbtrail_durable_pulls',
    'Open pull requests of a durable; 0 when no process is subscribed or all handlers are busy.',
    ({ consumer }) => consumer?.waiting ?? 0,
  );
}

/** The copies of the stream in a cluster, as of the relay's last inspection. Alert where fewer are current than wanted. */
function measureCopies(relay: Relay, registers: Registry[]): void {
  new Gauge({
    name: 'crumbtrail_stream_copies',
    help: 'Copies of the stream that the NATS cluster is to keep (wanted), and that are up to date (current).',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(relay.copies ?? {})) this.set({ state }, count);
    },
  });
}

/** Prometheus metrics of how far the stream and its durables are behind the log. */
export function measureRelay(relay: Relay, registry: Registry): void {
  measureProgress(relay, [registry]);
  measureDurables(relay, [registry]);
  measureCopies(relay, [registry]);
}

/** Counts published events by contract; schemas that workspaces define are `other`. */
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
