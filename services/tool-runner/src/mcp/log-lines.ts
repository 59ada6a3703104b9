import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { bounded } from './lenient-schema';

const LONGEST = 1_000;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * Tells what a child writes on its stderr line by line: long lines cut, and of a flood only its beginning, with the number of
 * lines left out. What it says is foreign text and goes to the log as data.
 */
export function tellLines(stream: Readable, tell: (line: string) => void, clock: () => number = Date.now): void {
  let since = clock();
  let told = 0;
  const lines = createInterface({ input: stream.setEncoding('utf8') });
  stream.on('error', () => lines.close());
  lines.on('line', (line) => {
    if (clock() - since >= MINUTE_MS) {
      if (told > MOST_A_MINUTE) tell(`(${told - MOST_A_MINUTE} more lines left out)`);
      since = clock();
      told = 0;
    }
    told += 1;
    if (told <= MOST_A_MINUTE && line.trim() !== '') tell(bounded(line, LONGEST));
  });
}
