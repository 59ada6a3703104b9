/** cli: the crumb command. */
export { run } from './run';
export { Interrupts } from './interrupts';
export { drawTrail } from './output/trail-tree';
export type { Terminal } from './terminal';
