import { isDeepStrictEqual } from 'node:util';
import { requestTimeoutMs } from '@crumbtrail/bus';
import { refuse, type SubscribeRequest } from '@crumbtrail/contracts';

/** What {@link SubscriptionBatches} work with. */
export interface SubscriptionWork {
  /** Subscribes all of them, with one inspection of the stream. */
  readonly serve: (requests: readonly SubscribeRequest[]) => Promise<void>;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /** How long a service waits for its reply. Default: as long as requests between services wait. */
  readonly waitMs?: number;
}

interface Batch {
  /** The last request for each durable. */
  readonly requests: Map<string, { readonly request: SubscribeRequest; readonly at: number }>;
  /** The durables that were left out, because nobody waited for them any more. */
  readonly dropped: Set<string>;
  readonly done: Promise<void>;
}

/**
 * Gathers requests to subscribe. Those that come while a batch is being served make the next one, except for a request that is in that batch
 * already: a service that asks again joins its own request. So the work is bounded by the number of durables, and not by how often they are asked for.
 */
export class SubscriptionBatches {
  private waiting: Batch | null = null;
  private running: Batch | null = null;

  constructor(
    private readonly alone: (work: () => Promise<void>) => Promise<void>,
    private readonly work: SubscriptionWork,
  ) {}

  /** Resolves once the durable is there or waits for its position; rejects like the batch that it is in. */
  async add(request: SubscribeRequest): Promise<void> {
    const same = this.running?.requests.get(request.durable);
    if (this.running && same && isDeepStrictEqual(same.request, request)) return this.running.done;
    const batch = (this.waiting ??= this.open());
    batch.requests.set(request.durable, { request, at: this.work.now() });
    await batch.done;
    if (batch.dropped.has(request.durable))
      throw refuse('unavailable', `The store was too busy to subscribe ${request.durable} in time; ask again.`);
  }

  private open(): Batch {
    const requests: Batch['requests'] = new Map();
    const dropped: Batch['dropped'] = new Set();
    const done = this.alone(async () => {
      this.running = this.waiting;
      this.waiting = null;
      const oldest = this.work.now() - (this.work.waitMs ?? requestTimeoutMs());
      for (const [durable, { at }] of requests) if (at < oldest) dropped.add(durable);
      for (const durable of dropped) requests.delete(durable);
      try {
        if (requests.size > 0) await this.work.serve([...requests.values()].map(({ request }) => request));
      } finally {
        this.running = null;
      }
    });
    return { requests, dropped, done };
  }
}
