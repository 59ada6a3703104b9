import { truncateUntrusted } from './lenient-schema';

/** Most lines of progress that a call leaves in the log of its run. */
export const MOST_PROGRESS_LINES = 100;
const LONGEST_MESSAGE = 300;

/** What a server says of the progress of a call. */
interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** One line of progress: `3 of 5: reading page 3`. */
export function progressLine({ progress, total, message }: CallProgress): string {
  const done = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return message === undefined || message === '' ? done : `${done}: ${truncateUntrusted(message, LONGEST_MESSAGE)}`;
}

/** Writes the progress of one call into the log of its run; a line that repeats the one before, and those beyond the first 100, are left out. */
export function tellProgress(tell: (line: string) => void): (progress: CallProgress) => void {
  let lines = 0;
  let last = '';
  return (progress) => {
    const line = progressLine(progress);
    if (line === last || lines > MOST_PROGRESS_LINES) return;
    last = line;
    lines += 1;
    tell(lines > MOST_PROGRESS_LINES ? 'Further progress is not recorded.' : line);
  };
}
