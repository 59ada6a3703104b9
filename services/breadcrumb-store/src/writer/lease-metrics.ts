import { Gauge, type Registry } from 'prom-client';

/** A metric that says which store writes; returns how to set it. The sum over all stores of a database is 1. */
export function leaseMetrics(registry: Registry): (isWriter: boolean) => void {
  const gauge = new Gauge({
    name: 'crumbtrail_store_is_writer',
    help: '1 for the store that holds the writer lease, 0 for a standby.',
    registers: [registry],
  });
  return (isWriter) => gauge.set(isWriter ? 1 : 0);
}
