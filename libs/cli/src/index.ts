/** cli: the crumb command. */
export { run } from './run';
export { Interrupts } from './interrupts';
export { drawTrail } from './draw/trail-tree';
export type { Terminal } from './terminal';
