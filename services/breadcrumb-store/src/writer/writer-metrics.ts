import { Counter, Histogram, type Registry } from 'prom-client';

/** Counts each transaction that wrote something. */
export interface WriterMetrics {
  committed(group: { readonly requests: number; readonly positions: number }): void;
}

/** Prometheus metrics of the writer's transactions, their commands and the positions written. */
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
