import { Counter, Histogram, type Registry } from 'prom-client';

/** What a writer tells of each transaction that wrote. */
export interface WriterMetrics {
  committed(group: { readonly requests: number; readonly positions: number }): void;
}

/** Counts the writer's transactions, what they held, and how far the log came, for Prometheus. */
export function writerMetrics(registry: Registry): WriterMetrics {
  const registers = [registry];
  const commits = new Counter({
    name: 'crumbtrail_commits_total',
    help: 'Transactions of the log that wrote something.',
    registers,
  });
  const positions = new Counter({
    name: 'crumbtrail_positions_total',
    help: 'Places of the log that were filled.',
    registers,
  });
  const sizes = new Histogram({
    name: 'crumbtrail_commit_requests',
    help: 'Requests that shared one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  return {
    committed: (group) => {
      commits.inc();
      positions.inc(group.positions);
      sizes.observe(group.requests);
    },
  };
}
