import { v7 } from 'uuid';
import type { PrepareOptions } from './commands';

/** UUIDs v7: in order of time, unguessable. */
export const randomIds: PrepareOptions = { newId: () => v7() };
