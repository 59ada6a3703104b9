import { createHash } from 'node:crypto';
import type { Envelope } from '@crumbtrail/contracts';

/** Bits of the hash that a roll is made of: as many as a number holds exactly. */
const BITS = 48;

/**
 * A number from 0 (included) to 1 (excluded) that looks random and is always the same for the same version of a crumb, purpose and
 * agent: a crumb that is delivered again leads to the same decision.
 */
export function roll({ workspace, session, id, version }: Envelope, purpose: string, agent: string): number {
  const seed = JSON.stringify([workspace, session ?? null, id, version, purpose, agent]);
  return (
    createHash('sha256')
      .update(seed)
      .digest()
      .readUIntBE(0, BITS / 8) /
    2 ** BITS
  );
}
