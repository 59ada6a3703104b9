import { type OutputBlock, layOutBlocks } from '../src/output/table';
import { lineText } from '../src/terminal';

/** The lines of an output on a pipe. */
export const printedLines = (blocks: readonly OutputBlock[]): string[] =>
  layOutBlocks(blocks, { width: undefined, now: 0 }).map(lineText);
