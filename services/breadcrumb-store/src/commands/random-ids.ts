import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { PrepareOptions } from './commands';

/** UUIDs v7: in order of time, unguessable. */
export const randomIds: PrepareOptions = { newId: () => v7() };

/**
 * 4,294,967,295 steps: too many to guess while a turn lasts. Readers of a stream order the text of a turn's attempts by fence × 10,000,
 * which stays exact as a JSON number for the first 200 claims on a turn.
 */
const FENCE_STEPS = 2 ** 32;

/** By how much the fence of a new claim exceeds that of the claim before it: a random number from 1. */
export const randomFenceStep = (): number => randomInt(1, FENCE_STEPS);
