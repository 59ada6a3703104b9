import type { TrailTree } from '@crumbtrail/client';
import type { Command } from 'commander';
import type { OutputLine } from '../terminal';
import type { AuthorName } from './author-names';
import { storyLines } from './trail-story';
import { trailLines } from './trail-tree';
import { waterfallLines } from './waterfall';

/** How to show a trail: as a story, with --raw as the tree of causes, or with --waterfall on a time axis. */
export interface TrailViewOptions {
  readonly raw?: true;
  readonly waterfall?: true;
}

/** Adds the options that select the view. */
export const withTrailViewOptions = (command: Command): Command =>
  command
    .option('--raw', 'show every event under its cause, by schema and author')
    .option('--waterfall', 'show what happened on a time axis, with duration, tokens, cost and errors');

/** The function that draws a trail in the selected view. */
export const selectTrailView = ({
  raw,
  waterfall,
}: TrailViewOptions): ((trail: TrailTree, width: number, nameOf?: AuthorName) => OutputLine[]) =>
  waterfall ? waterfallLines : raw ? trailLines : storyLines;
