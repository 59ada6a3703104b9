import { createHash } from 'node:crypto';

/** Draws whole numbers from 1 to `sides`, both included, each as likely as any other. */
export type SeededDraw = (sides: number) => number;

const RANGE = 2 ** 48;

/**
 * A sequence of draws that is the same for the same seed. It uses 48 bits of SHA-256 for each draw, and rejects the few values
 * that would make some results more likely.
 */
export function createDraw(seed: string): SeededDraw {
  let at = 0;
  const next = (): number => createHash('sha256').update(`${seed}:${at++}`).digest().readUIntBE(0, 6);
  return (sides) => {
    const limit = RANGE - (RANGE % sides);
    let value = next();
    while (value >= limit) value = next();
    return 1 + (value % sides);
  };
}
