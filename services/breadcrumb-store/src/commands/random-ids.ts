import { v7 } from 'uuid';
import type { PrepareOptions } from './commands';

/** The world as it is: ids in order of time, unguessable. */
export const randomIds: PrepareOptions = { newId: () => v7() };
