import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import { CrumbError } from '@crumbtrail/contracts';
import { messageOf, TransientError } from '@crumbtrail/platform';
import { EXECUTOR_CONFIG, type ExecutorConfig } from '../config';
import { Claims, type Claim, type Heard } from '../ports';

type Scoped = ReturnType<CrumbStore['in']>;

/** Claims of the store, renewed three times within their life. */
@Injectable()
export class ClaimsNats extends Claims {
  private readonly ttl: number;

  constructor(
    private readonly store: CrumbStore,
    @Inject(EXECUTOR_CONFIG) config: ExecutorConfig,
  ) {
    super();
    this.ttl = config.claimTtlMs;
  }

  async take({ workspace, context, traceparent }: Heard): Promise<Claim | null> {
    const key = `turn:${context.context.turn.id}`;
    const store = this.store.in(workspace, { traceparent });
    const asked = performance.now();
    const reply = await store.claim({ key, ttl_ms: this.ttl }).catch(nullWhenClosed);
    if (!reply) return null;
    if (!reply.granted) {
      throw new TransientError(`Another executor holds ${key}`, { retryInMs: Math.max(reply.retry_in_ms, 50) });
    }
    return new HeldClaim(store, { key, fence: reply.fence }, { ttl: this.ttl, until: asked + this.ttl });
  }
}

/** A claim that renews itself. Lost as soon as it may have run out, whether or not the store could be asked. */
class HeldClaim implements Claim {
  readonly key: string;
  readonly fence: number;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private until: number;
  private renewing = false;

  constructor(
    private readonly store: Scoped,
    held: { key: string; fence: number },
    private readonly time: { ttl: number; until: number },
  ) {
    this.key = held.key;
    this.fence = held.fence;
    this.until = time.until;
    this.timer = setInterval(() => void this.renew(), time.ttl / 3);
  }

  get lost(): AbortSignal {
    return this.controller.signal;
  }

  async letGo({ free }: { free: boolean }): Promise<void> {
    clearInterval(this.timer);
    if (!free || this.lost.aborted) return;
    // A claim that could not be freed runs out by itself.
    await this.store
      .claim({ key: this.key, ttl_ms: 1, fence: this.fence })
      .catch((error: unknown) => this.lose(messageOf(error)));
  }

  private async renew(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    const asked = performance.now();
    try {
      const reply = await this.store.claim({ key: this.key, ttl_ms: this.time.ttl, fence: this.fence });
      if (reply.granted) this.until = asked + this.time.ttl;
      else this.lose('another executor has it');
    } catch (error) {
      const refused = error instanceof CrumbError && !error.transient;
      if (refused || performance.now() > this.until) this.lose(messageOf(error));
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
