import { createHash } from 'node:crypto';

/** What numbers are drawn for. */
export interface Seed {
  readonly session: string;
  readonly turn: string;
}

/**
 * A number in [0, 1): the first 48 bits of the SHA-256 of session, turn, purpose and key. The same arguments give the same number on every
 * machine, in any order of the draws.
 */
export function drawNumber({ session, turn }: Seed, purpose: string, key: string): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([session, turn, purpose, key]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
