/** cli: the crumb command. */
export { run } from './run';
export { drawTrail } from './draw/trail-tree';
export type { Terminal } from './terminal';
