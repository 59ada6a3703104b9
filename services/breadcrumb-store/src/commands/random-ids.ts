import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { PrepareOptions } from './commands';

const ID_BYTES = 16;
/** Random bytes for the next ids: the system is asked once for many of them. */
const random = new Uint8Array(256 * ID_BYTES);
let used = random.length;

function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += ID_BYTES;
  return random.subarray(used - ID_BYTES, used);
}

/** UUIDs v7: in order of the milliseconds in which they were made, unguessable. */
export const randomIds: PrepareOptions = { newId: () => v7({ random: nextRandom() }) };

/**
 * 4,294,967,295 steps: too many to guess while a turn lasts. Readers of a stream order the text of a turn's attempts by fence × 10,000,
 * which stays exact as a JSON number for the first 200 claims on a turn.
 */
const FENCE_STEPS = 2 ** 32;

/** By how much the fence of a new claim exceeds that of the claim before it: a random number from 1. */
export const randomFenceStep = (): number => randomInt(1, FENCE_STEPS);
