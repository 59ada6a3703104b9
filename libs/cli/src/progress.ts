import type { Shell } from './shell';
import type { Terminal } from './terminal';

/** The progress display of one job. */
export interface Progress {
  /** Sets the number of completed units. */
  update(done: number): void;
  /** Removes the display. */
  stop(): void;
}

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** Shorter jobs show no progress. */
const DELAY_MS = 1_000;
const REDRAW_MS = 100;

interface ProgressDisplay {
  advance(step: number, message: string): void;
  message(message: string): void;
  clear(): void;
}

async function openDisplay(
  output: Terminal['errors'],
  { what, of }: { what: string; of: number | undefined },
): Promise<ProgressDisplay> {
  const { progress, spinner } = await import('@clack/prompts');
  const options = { output, withGuide: false };
  if (of === undefined) {
    const spinning = spinner(options);
    spinning.start(what);
    return {
      advance: (_, message) => spinning.message(message),
      message: (text) => spinning.message(text),
      clear: () => spinning.clear(),
    };
  }
  const bar = progress({ ...options, max: of });
  bar.start(what);
  return bar;
}

/**
 * Shows progress on standard error after one second, on a terminal only and not with --json: a bar when `of`, the total number of
 * units, is known, otherwise a spinner.
 */
export function startProgress(shell: Shell, what: string, of?: number): Progress {
  const output = shell.progressOutput;
  if (!output) return NO_PROGRESS;
  const release = shell.claimProgress();
  let done = 0;
  let shownDone = 0;
  let stopped = false;
  let bar: ProgressDisplay | undefined;
  let shownAt = 0;
  const timer = setTimeout(() => {
    void openDisplay(output, { what, of }).then((one) => {
      bar = one;
      if (stopped) one.clear();
      else redraw();
    });
  }, DELAY_MS);
  const redraw = (): void => {
    shownAt = performance.now();
    bar?.advance(done - shownDone, of === undefined ? `${what}: ${done}` : `${what}: ${done} of ${of}`);
    shownDone = done;
  };
  return {
    update: (now) => {
      done = now;
      if (bar && performance.now() - shownAt > REDRAW_MS) redraw();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      bar?.clear();
      release();
    },
  };
}

/** How far a job is, as it tells it: each thing that it counts is a stage of its own. */
interface StageProgress {
  readonly what: string;
  readonly done: number;
  readonly of?: number;
}

/** Shows the progress of a job with several stages, one after the other. */
export class StagedProgress {
  private what: string | undefined;
  private current: Progress = NO_PROGRESS;

  constructor(private readonly shell: Shell) {}

  update({ what, done, of }: StageProgress): void {
    if (what !== this.what) {
      this.current.stop();
      this.current = startProgress(this.shell, what, of);
      this.what = what;
    }
    this.current.update(done);
  }

  /** Removes the display. */
  stop(): void {
    this.current.stop();
  }
}
