import type { TrailTree } from '@crumbtrail/client';
import type { Command } from 'commander';
import type { OutputLine } from '../terminal';
import type { AuthorName } from './author-names';
import { trailLines } from './trail-tree';
import { waterfallLines } from './waterfall';

/** How to show a trail: as a tree, or on a time axis with --waterfall. */
export interface TrailViewOptions {
  readonly waterfall?: true;
}

/** Adds the options that select the view. */
export const withTrailViewOptions = (command: Command): Command =>
  command.option('--waterfall', 'show events on a time axis with duration, tokens, cost and errors');

/** The function that draws a trail in the selected view. */
export const selectTrailView = ({
  waterfall,
}: TrailViewOptions): ((trail: TrailTree, width: number, nameOf?: AuthorName) => OutputLine[]) =>
  waterfall ? waterfallLines : trailLines;
