import { CrumbError } from '@crumbtrail/contracts';
import type { Logger } from '@crumbtrail/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusOptions } from '../connection/connect-to-nats';
import { backoffMs } from '../settlement/settlement';
import { Bus } from './bus';

/** The NATS server, and how long to try. */
export interface ConnectOptions extends BusOptions {
  /** Milliseconds. @default 60,000 */
  readonly connectWithinMs?: number;
  /** Called after each attempt that has failed and is followed by another one. */
  readonly onRetry?: (error: CrumbError) => void;
  /** Ends the waiting between two attempts. */
  readonly signal?: AbortSignal;
}

const CONNECT_WITHIN_MS = 60_000;

/** Connects, and retries while NATS is not up yet; rejected credentials are not retried. */
export async function connectWithRetries(options: ConnectOptions, logger: Logger): Promise<Bus> {
  const { connectWithinMs = CONNECT_WITHIN_MS, onRetry, signal } = options;
  const until = performance.now() + connectWithinMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await Bus.connect({ ...options, logger });
    } catch (error) {
      if (!(error instanceof CrumbError) || !error.transient || performance.now() > until) throw error;
      onRetry?.(error);
      if (attempt === 1) logger.warn(`${error.message} Trying again.`);
      await pause(Math.min(2_000, backoffMs(attempt, Math.random())), undefined, signal ? { signal } : {});
    }
  }
}
