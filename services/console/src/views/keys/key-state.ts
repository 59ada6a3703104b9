import type { KeyView } from '@crumbtrail/contracts';

/** Whether a key is accepted, and if not, why. */
export type KeyState = 'valid' | 'expired' | 'revoked';

/** The state of a key at a time in milliseconds. */
export function keyState({ revoked_at, expires_at }: KeyView, now: number): KeyState {
  if (revoked_at !== undefined) return 'revoked';
  return expires_at !== undefined && Date.parse(expires_at) <= now ? 'expired' : 'valid';
}

/** Valid keys first, then those that are accepted no more; newest first in both. */
export function sortKeys(keys: readonly KeyView[], now: number): KeyView[] {
  const rank = (key: KeyView): number => Number(keyState(key, now) !== 'valid');
  return [...keys].sort((a, b) => rank(a) - rank(b) || Date.parse(b.created_at) - Date.parse(a.created_at));
}

const DAY_MS = 86_400_000;

/** When a key expires that is created now for so many days; undefined for 0: never. */
export const expiryAfter = (days: number, now: number): string | undefined =>
  days === 0 ? undefined : new Date(now + days * DAY_MS).toISOString();
