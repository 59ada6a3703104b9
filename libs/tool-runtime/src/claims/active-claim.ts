import type { WorkspaceStore } from '@crumbtrail/bus';
import { CrumbError, type Fence } from '@crumbtrail/contracts';
import { errorMessage, TransientError } from '@crumbtrail/platform';

/** The right to do one piece of work, kept alive until it is let go. */
export interface ActiveClaim extends Fence {
  /** Aborted, with a TransientError, when somebody else may do the work by now. */
  readonly lost: AbortSignal;
  /** Stops renewing; `free` lets another have it at once, else it runs out by itself. */
  release(o: { free: boolean }): Promise<void>;
}

/**
 * Takes the claim and renews it three times within its life. Null when it is on a turn that is closed; a TransientError, with the
 * pause to make, when somebody else holds it.
 */
export async function takeClaim(store: WorkspaceStore, key: string, ttlMs: number): Promise<ActiveClaim | null> {
  const asked = performance.now();
  const reply = await store.claim({ key, ttl_ms: ttlMs }).catch(nullWhenClosed);
  if (!reply) return null;
  if (!reply.granted)
    throw new TransientError(`Another process holds ${key}`, { retryInMs: Math.max(reply.retry_in_ms, 50) });
  return new RenewedClaim(store, { key, fence: reply.fence }, { ttl: ttlMs, until: asked + ttlMs });
}

/** Lost as soon as it may have run out, whether or not the store could be asked. */
class RenewedClaim implements ActiveClaim {
  readonly key: string;
  readonly fence: number;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private until: number;
  private renewing = false;

  constructor(
    private readonly store: WorkspaceStore,
    guards: Fence,
    private readonly time: { ttl: number; until: number },
  ) {
    this.key = guards.key;
    this.fence = guards.fence;
    this.until = time.until;
    this.timer = setInterval(() => void this.renew(), time.ttl / 3);
  }

  get lost(): AbortSignal {
    return this.controller.signal;
  }

  async release({ free }: { free: boolean }): Promise<void> {
    clearInterval(this.timer);
    if (!free || this.lost.aborted) return;
    // A claim that could not be freed runs out by itself.
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
