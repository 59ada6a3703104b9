import { Gauge, type Registry } from 'prom-client';
import { countTurns, type TurnCounts } from '../reading/count-turns';
import type { Sql } from '../database/database';

/** Prometheus metrics of turns that are not closed. One statement a scrape reads them all. */
export function measureTurns(database: Pick<Sql, 'query'>, registry: Registry): void {
  let counting: Promise<TurnCounts> | null = null;
  // Prometheus collects all metrics of one scrape at once.
  const count = (): Promise<TurnCounts> => (counting ??= countTurns(database).finally(() => (counting = null)));
  const gauge = (name: string, help: string, valueOf: (counts: TurnCounts) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(valueOf(await count()));
      },
    });
  };
  gauge('crumbtrail_turns_queued', 'Turns that wait because their lane is taken.', ({ queued }) => queued);
  gauge(
    'crumbtrail_turn_oldest_unclaimed_seconds',
    'How long the oldest open turn that no process has begun has been open.',
    ({ oldestUnclaimedSeconds }) => oldestUnclaimedSeconds,
  );
  gauge(
    'crumbtrail_turn_overdue_seconds',
    'How long the most overdue open turn is past its deadline, at which the store closes it.',
    ({ overdueSeconds }) => overdueSeconds,
  );
  new Gauge({
    name: 'crumbtrail_turns_unclaimed',
    help: 'Open turns that no process has begun; runner is pool for those of the agent-executor.',
    labelNames: ['runner'] as const,
    registers: [registry],
    async collect() {
      const { pool, service } = (await count()).unclaimed;
      this.set({ runner: 'pool' }, pool);
      this.set({ runner: 'service' }, service);
    },
  });
}
