import { Gauge, type Registry } from 'prom-client';
import type { Relay } from './relay';

/** How far the road is behind the log, for Prometheus; watch the age, not the count. */
export function measureRelay(relay: Relay, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'crumbtrail_relay_oldest_unpublished_seconds',
    help: 'How long the oldest event that is not in the stream yet has waited.',
    registers,
    async collect() {
      this.set((await relay.backlog()).oldestUnrelayedMs / 1000);
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
  new Gauge({
    name: 'crumbtrail_durable_floor',
    help: 'The position up to which a durable has acknowledged all that it hears.',
    labelNames: ['durable'],
    registers,
    collect() {
      for (const { name, floor } of relay.durables) this.set({ durable: name }, floor);
    },
  });
}
