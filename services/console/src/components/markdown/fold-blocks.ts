import type { TextBlock } from './split-blocks';

const FOLDED_LINES = 20;
/** A text that is only a little longer is not folded. */
const SPARED_LINES = 4;
/** Characters of one line on the page. */
const MEASURE = 76;

/** How many lines a text takes on the page, roughly. */
const linesOf = (text: string): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / MEASURE)), 0);

/** The start of a text that takes at most so many lines. */
function firstLines(text: string, lines: number): string {
  let left = lines;
  const kept: string[] = [];
  for (const line of text.slice(0, (lines + 1) * MEASURE).split('\n')) {
    if (left <= 0) break;
    kept.push(line.slice(0, left * MEASURE));
    left -= Math.max(1, Math.ceil(line.length / MEASURE));
  }
  return `${kept.join('\n')} …`;
}

/** The blocks that are shown of a folded text, the last one cut; undefined if it is short enough to be shown whole. */
export function foldBlocks(blocks: readonly TextBlock[]): readonly TextBlock[] | undefined {
  const shown: TextBlock[] = [];
  let left = FOLDED_LINES;
  for (const [at, block] of blocks.entries()) {
    const lines = linesOf(block.text) + (at === 0 ? 0 : 1);
    if (lines <= left) {
      shown.push(block);
      left -= lines;
      continue;
    }
    if (at === blocks.length - 1 && lines <= left + SPARED_LINES) return undefined;
    if (left > 1) shown.push({ ...block, text: firstLines(block.text, left - 1), isComplete: false });
    return shown;
  }
  return undefined;
}
