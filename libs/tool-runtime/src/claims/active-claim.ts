import type { WorkspaceStore } from '@crumbtrail/bus';
import { CrumbError, type Fence } from '@crumbtrail/contracts';
import { errorMessage, TransientError } from '@crumbtrail/platform';

/** The right to do one piece of work, renewed until it is released. */
export interface ActiveClaim extends Fence {
  /** Nobody has held it before, so that nobody has begun the work. */
  readonly isFirst: boolean;
  /** Aborted with a TransientError when another process may have the claim. */
  readonly lost: AbortSignal;
  /** Stops renewing. With `free` another process can take the claim immediately; otherwise it expires. */
  release(o: { free: boolean }): Promise<void>;
}

/**
 * Takes the claim and renews it three times within its lifetime. Null when its turn is closed; throws a TransientError
 * with the retry delay when another process holds it.
 */
export async function takeClaim(store: WorkspaceStore, key: string, ttlMs: number): Promise<ActiveClaim | null> {
  const asked = performance.now();
  const reply = await store.claim({ key, ttl_ms: ttlMs }).catch(nullWhenClosed);
  if (!reply) return null;
  if (!reply.granted)
    throw new TransientError(`Another process holds ${key}`, { retryInMs: Math.max(reply.retry_in_ms, 50) });
  return new RenewedClaim(
    store,
    { key, fence: reply.fence, isFirst: reply.is_first === true },
    { ttl: ttlMs, until: asked + ttlMs },
  );
}

/** Counts as lost as soon as it may have expired, whether or not the store could be reached. */
class RenewedClaim implements ActiveClaim {
  readonly key: string;
  readonly fence: number;
  readonly isFirst: boolean;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private until: number;
  private renewing = false;

  constructor(
    private readonly store: WorkspaceStore,
    guards: Fence & Pick<ActiveClaim, 'isFirst'>,
    private readonly time: { ttl: number; until: number },
  ) {
    this.key = guards.key;
    this.fence = guards.fence;
    this.isFirst = guards.isFirst;
    this.until = time.until;
    this.timer = setInterval(() => void this.renew(), time.ttl / 3);
  }

  get lost(): AbortSignal {
    return this.controller.signal;
  }

  async release({ free }: { free: boolean }): Promise<void> {
    clearInterval(this.timer);
    if (!free || this.lost.aborted) return;
    // A claim that could not be freed expires by itself.
    await this.store
      .claim({ key: this.key, ttl_ms: 1, fence: this.fence })
      .catch((error: unknown) => this.lose(errorMessage(error)));
  }

  private async renew(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    const asked = performance.now();
    try {
      const reply = await this.store.claim({ key: this.key, ttl_ms: this.time.ttl, fence: this.fence });
      if (reply.granted) this.until = asked + this.time.ttl;
      else this.lose('another process has it');
    } catch (error) {
      const refused = error instanceof CrumbError && !error.transient;
      if (refused || performance.now() > this.until) this.lose(errorMessage(error));
    } finally {
      this.renewing = false;
    }
  }

  private lose(why: string): void {
    clearInterval(this.timer);
    this.controller.abort(new TransientError(`Lost ${this.key}: ${why}`));
  }
}

function nullWhenClosed(error: unknown): null {
  if (error instanceof CrumbError && error.code === 'turn_closed') return null;
  throw error;
}
