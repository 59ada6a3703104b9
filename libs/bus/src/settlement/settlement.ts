import { CrumbError } from '@crumbtrail/contracts';
import { errorMessage, PermanentError, TransientError, toError } from '@crumbtrail/platform';

/** How a handler ended. */
export type HandlerOutcome = { readonly ended: 'returned' } | { readonly ended: 'threw'; readonly error: unknown };

/** What is known of the delivery. `random` is in [0, 1). */
export interface Delivery {
  /** Delivery count, from 1. */
  readonly deliveries: number;
  readonly limits: DeliveryLimits;
  readonly random: number;
}

/** Number of deliveries after which an error becomes a dead letter. */
export interface DeliveryLimits {
  /** For unexpected errors. */
  readonly maxDeliveries: number;
  /** For transient errors: more deliveries, but still bounded. */
  readonly maxTransientDeliveries: number;
}

/** How a message is settled. */
export type Settlement =
  | { readonly do: 'ack' }
  | { readonly do: 'retry'; readonly delayMs: number; readonly error: unknown }
  | { readonly do: 'bury'; readonly error: { readonly name: string; readonly message: string } };

const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 30_000;

/** The limits of {@link backoffMs}, in milliseconds. */
export interface BackoffLimits {
  /** The full delay after the first failure. Default: 200. */
  readonly firstMs?: number;
  /** The longest full delay. Default: 30,000. */
  readonly longestMs?: number;
}

/**
 * Delay before the next attempt, in milliseconds: doubles with each attempt; half of it is fixed and half random, so that retries spread
 * out. `attempt` counts from 1; `random` is in [0, 1).
 */
export function backoffMs(
  attempt: number,
  random: number,
  { firstMs = FIRST_DELAY_MS, longestMs = MAX_DELAY_MS }: BackoffLimits = {},
): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(full / 2 + (full / 2) * random);
}

function isTransient(error: unknown): boolean {
  return error instanceof TransientError || (error instanceof CrumbError && error.transient);
}

function isPermanent(error: unknown): boolean {
  return error instanceof PermanentError || (error instanceof CrumbError && !error.transient);
}

/** The delay that an error requests; never longer than the longest backoff. */
function requestedDelayMs(error: unknown): number {
  return error instanceof TransientError ? Math.min(error.retryInMs ?? 0, MAX_DELAY_MS) : 0;
}

function describeError(error: unknown): { name: string; message: string } {
  const name =
    error instanceof CrumbError ? `CrumbError ${error.code}` : error instanceof Error ? error.name : typeof error;
  return { name, message: errorMessage(error).slice(0, 2_000) };
}

/** Maps an outcome to the settlement of its message; the only place where these rules are written. */
export function decideSettlement(outcome: HandlerOutcome, delivery: Delivery): Settlement {
  if (outcome.ended === 'returned') return { do: 'ack' };
  const { error } = outcome;
  const { maxDeliveries, maxTransientDeliveries } = delivery.limits;
  const patience = isTransient(error) ? maxTransientDeliveries : maxDeliveries;
  if (isPermanent(error) || delivery.deliveries >= patience) return { do: 'bury', error: describeError(error) };
  return {
    do: 'retry',
    delayMs: Math.max(backoffMs(delivery.deliveries, delivery.random), requestedDelayMs(error)),
    error,
  };
}

/** The acknowledgements that a message can receive. */
export interface Settleable {
  ack(): void;
  nak(delayMs?: number): void;
  term(): void;
}

/** Writes the dead letter; resolves once the store has it. */
export type WriteDeadLetter = (error: { readonly name: string; readonly message: string }) => Promise<void>;

/** Executes a settlement. When the dead letter cannot be written, the message is redelivered later: it is never lost. */
export async function settle(
  verdict: Settlement,
  message: Settleable,
  bury: WriteDeadLetter,
  delivery: Delivery,
): Promise<Error | null> {
  if (verdict.do === 'ack') message.ack();
  if (verdict.do === 'retry') message.nak(verdict.delayMs);
  if (verdict.do !== 'bury') return null;
  try {
    await bury(verdict.error);
    message.term();
    return null;
  } catch (error) {
    message.nak(backoffMs(delivery.deliveries, delivery.random));
    return toError(error);
  }
}
