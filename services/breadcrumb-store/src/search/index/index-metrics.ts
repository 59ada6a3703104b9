import { Gauge, type Registry } from 'prom-client';
import type { SearchIndex } from './search-index';

/** How far the index is behind the log, for Prometheus. `head` is the position where the log ends. */
export function measureIndex(index: SearchIndex, head: () => Promise<number>, registry: Registry): void {
  const gauge = (name: string, help: string, done: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(Math.max(0, (await head()) - done()));
      },
    });
  };
  gauge('crumbtrail_index_backlog', 'Positions of the log whose texts are not indexed yet.', () => index.position);
  gauge(
    'crumbtrail_embedding_backlog',
    'Positions of the log whose texts have no vectors yet.',
    () => index.embeddedPosition,
  );
}
