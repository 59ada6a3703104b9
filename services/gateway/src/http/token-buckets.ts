import { LRUCache } from 'lru-cache';

/** How fast buckets fill, and how much they hold. */
export interface BucketOptions {
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Most tokens in a bucket; a new one is full. */
  readonly burst: number;
  /** Milliseconds. @default performance.now */
  readonly now?: () => number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Most owners remembered; one that is forgotten begins with a full bucket. */
const MAX_BUCKETS = 10_000;

/** A token bucket for each owner. Spending is always allowed and may lead into debt; who is in debt waits. */
export class TokenBuckets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  private readonly now: () => number;

  constructor(private readonly options: BucketOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /** Milliseconds until the owner has this many tokens, at most as many as a bucket holds; 0 if they are there. */
  waitMs(owner: string, tokens = 1): number {
    const missing = Math.min(tokens, this.options.burst) - this.tokensOf(owner);
    return missing <= 0 ? 0 : Math.ceil((missing / this.options.perSecond) * 1_000);
  }

  spend(owner: string, tokens = 1): void {
    this.buckets.set(owner, { tokens: this.tokensOf(owner) - tokens, at: this.now() });
  }

  private tokensOf(owner: string): number {
    const { perSecond, burst } = this.options;
    const bucket = this.buckets.get(owner);
    if (!bucket) return burst;
    return Math.min(burst, bucket.tokens + ((this.now() - bucket.at) / 1_000) * perSecond);
  }
}
