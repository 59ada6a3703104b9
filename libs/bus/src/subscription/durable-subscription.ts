import type { SubscribeRequest } from '@crumbtrail/contracts';
import type { CrumbStore } from '../store-client/crumb-store';

/** Has the store create one durable, with one request for all loops of this process that wait for it. */
export class DurableSubscription {
  private pending: Promise<unknown> | null = null;

  constructor(
    private readonly store: Pick<CrumbStore, 'subscribe'>,
    private readonly request: SubscribeRequest,
  ) {}

  get name(): string {
    return this.request.durable;
  }

  /** Resolves once the durable exists; rejects with the refusal of the store, or when it does not answer in time. */
  subscribe(): Promise<unknown> {
    this.pending ??= this.store.subscribe(this.request).finally(() => {
      this.pending = null;
    });
    return this.pending;
  }
}
