import type { TrailTree } from '@crumbtrail/client';
import type { Command } from 'commander';
import type { Line } from '../terminal';
import { trailLines } from './trail-tree';
import { waterfallLines } from './waterfall';

/** How a trail is to be drawn. */
export interface TrailLook {
  readonly waterfall?: true;
}

/** Adds the options that say how. */
export const withLook = (command: Command): Command =>
  command.option('--waterfall', 'show events on a time axis with duration, tokens, cost and errors');

/** The same for a trail that is live and one that was exported. */
export const trailAs = ({ waterfall }: TrailLook): ((trail: TrailTree, width: number) => Line[]) =>
  waterfall ? waterfallLines : trailLines;
