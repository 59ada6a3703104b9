import type { TrailTree } from '@crumbtrail/client';
import type { Command } from 'commander';
import type { OutputLine } from '../terminal';
import { trailLines } from './trail-tree';
import { waterfallLines } from './waterfall';

/** How a trail is to be drawn. */
export interface TrailViewOptions {
  readonly waterfall?: true;
}

/** Adds the options that say how. */
export const withTrailViewOptions = (command: Command): Command =>
  command.option('--waterfall', 'show events on a time axis with duration, tokens, cost and errors');

/** The same for a trail that is live and one that was exported. */
export const selectTrailView = ({
  waterfall,
}: TrailViewOptions): ((trail: TrailTree, width: number) => OutputLine[]) => (waterfall ? waterfallLines : trailLines);
