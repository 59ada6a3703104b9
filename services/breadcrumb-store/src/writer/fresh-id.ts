import { v7 } from 'uuid';
import type { World } from '../append/jobs';

/** The world as it is: ids in order of time, unguessable. */
export const world: World = { freshId: () => v7() };
