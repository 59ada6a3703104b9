import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { truncateUntrusted } from './lenient-schema';

const LONGEST = 1_000;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/**
 * Logs the stderr of a child process line by line: truncates long lines, and of a flood logs only the beginning and the
 * number of omitted lines. The text is untrusted and logged as data.
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
    if (told <= MOST_A_MINUTE && line.trim() !== '') tell(truncateUntrusted(line, LONGEST));
  });
}
