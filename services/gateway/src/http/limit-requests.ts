import { refuse, sha256 } from '@crumbtrail/contracts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { readCaller } from './caller';
import { needsKey } from './route-kind';
import { TokenBuckets } from './token-buckets';

/** What one key, or one client address without a valid key, may do. 0 switches a limit off. */
export interface RequestLimits {
  /** Requests a second of one key, with a burst of five times as many. @default 500 */
  readonly requestsPerSecond: number;
  /** MiB of bodies a minute of one key; a minute's worth may come at once. @default 256 */
  readonly mebibytesPerMinute: number;
  /** Requests a minute with wrong keys, of one client address. @default 600 */
  readonly wrongKeysPerMinute: number;
}

/** An import of full batches (8 MiB each) reaches none of them: each batch takes longer to store than its share of a minute. */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  requestsPerSecond: 500,
  mebibytesPerMinute: 256,
  wrongKeysPerMinute: 600,
};

const BURST_SECONDS = 5;
const MIB = 1024 * 1024;
const MAX_KNOWN_KEYS = 10_000;

const bucketsOf = (amount: number, perSeconds: number, burst: number): TokenBuckets | null =>
  amount === 0 ? null : new TokenBuckets({ perSecond: amount / perSeconds, burst });

/** Who sends a request. */
export interface LimitedCaller {
  /** The hash of the key. */
  readonly key: string;
  /** Where it comes from: requests with wrong keys are counted by it. */
  readonly address: string;
}

/** Limits requests by key, and wrong keys by client address. */
export class RequestLimiter {
  private readonly requests: TokenBuckets | null;
  private readonly bytes: TokenBuckets | null;
  private readonly wrongKeys: TokenBuckets | null;
  /** Hashes of keys that were accepted: wrong keys of somebody behind the same proxy do not refuse them. */
  private readonly accepted = new LRUCache<string, true>({ max: MAX_KNOWN_KEYS });

  constructor(private readonly limits: RequestLimits) {
    const { requestsPerSecond, mebibytesPerMinute, wrongKeysPerMinute } = limits;
    this.requests = bucketsOf(requestsPerSecond, 1, Math.max(1, requestsPerSecond * BURST_SECONDS));
    this.bytes = bucketsOf(mebibytesPerMinute * MIB, 60, mebibytesPerMinute * MIB);
    this.wrongKeys = bucketsOf(wrongKeysPerMinute, 60, Math.max(1, wrongKeysPerMinute));
  }

  /** Counts a request, or refuses it. */
  admit({ key, address }: LimitedCaller): void {
    if (!this.accepted.has(key)) this.requireFew(address);
    this.requireTokens(key);
    this.requests?.spend(key);
  }

  /** Notes whether the key of a request was valid. */
  settle({ key, address }: LimitedCaller, isValid: boolean): void {
    if (isValid) return void this.accepted.set(key, true);
    this.accepted.delete(key);
    this.wrongKeys?.spend(address);
  }

  countBytes(key: string, bytes: number): void {
    this.bytes?.spend(key, bytes);
  }

  private requireFew(address: string): void {
    const few = `${this.limits.wrongKeysPerMinute} a minute`;
    wait(
      this.wrongKeys?.waitMs(address),
      `Too many requests with wrong keys come from this address; the limit is ${few}.`,
    );
  }

  private requireTokens(key: string): void {
    const { requestsPerSecond, mebibytesPerMinute } = this.limits;
    wait(this.requests?.waitMs(key), `This key sends too many requests; the limit is ${requestsPerSecond} a second.`);
    wait(this.bytes?.waitMs(key), `This key sends too much; the limit is ${mebibytesPerMinute} MiB a minute.`);
  }
}

function wait(retry_after_ms: number | undefined, message: string): void {
  if (!retry_after_ms) return;
  throw refuse('rate_limited', `${message} Wait as long as Retry-After says.`, { details: { retry_after_ms } });
}

/** Middleware around the reading of bodies: `admit` refuses a request before its body is read, `countBody` counts the body. */
export interface RequestLimitHandlers {
  readonly admit: RequestHandler;
  readonly countBody: RequestHandler;
}

/** Limits the requests that need a key. */
export function limitRequests(limits: RequestLimits): RequestLimitHandlers {
  const limiter = new RequestLimiter(limits);
  const handler =
    (work: (request: Request, response: Response) => void): RequestHandler =>
    (request: Request, response: Response, next: NextFunction) => {
      if (needsKey(request)) work(request, response);
      next();
    };
  return {
    admit: handler((request, response) => {
      const caller = { key: sha256(readCaller(request).key), address: request.socket.remoteAddress ?? '' };
      limiter.admit(caller);
      response.once('finish', () => limiter.settle(caller, response.statusCode !== 401));
    }),
    countBody: handler((request) => {
      if (Buffer.isBuffer(request.body)) limiter.countBytes(sha256(readCaller(request).key), request.body.length);
    }),
  };
}
