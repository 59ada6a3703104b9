import { Counter, Gauge, type Registry } from 'prom-client';

/** Prometheus metrics of a reader. */
export class ReaderMetrics {
  private readonly serving: Gauge;
  private readonly lag: Gauge;
  private readonly requests: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.serving = new Gauge({
      name: 'crumbtrail_reader_serving',
      help: '1 while this reader announces that it answers requests, 0 while its replica is behind or away.',
      registers: [registry],
    });
    this.lag = new Gauge({
      name: 'crumbtrail_reader_lag',
      help: 'Positions of the log that the replica of this reader did not have when it was last compared with the writer, twice a second.',
      registers: [registry],
    });
    this.requests = new Counter({
      name: 'crumbtrail_reader_requests_total',
      help: 'Requests that came to this reader: admitted to be answered from the replica, or refused and left to the writer.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of ['admitted', 'refused']) this.requests.inc({ outcome }, 0);
  }

  admitted(): void {
    this.requests.inc({ outcome: 'admitted' });
  }

  refused(): void {
    this.requests.inc({ outcome: 'refused' });
  }

  isServing(serves: boolean): void {
    this.serving.set(serves ? 1 : 0);
  }

  isBehind(positions: number): void {
    this.lag.set(Math.max(0, positions));
  }
}
