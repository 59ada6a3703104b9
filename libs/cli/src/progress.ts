import type { Shell } from './shell';

/** How far something is. */
export interface Progress {
  /** Tells so many done. */
  update(done: number): void;
  /** Takes it away. */
  stop(): void;
}

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** What is done in less than this needs none. */
const DELAY_MS = 1_000;
const REDRAW_MS = 100;

interface ProgressDisplay {
  advance(step: number, message: string): void;
  message(message: string): void;
  clear(): void;
}

async function openDisplay(
  shell: Shell,
  { what, of }: { what: string; of: number | undefined },
): Promise<ProgressDisplay> {
  const { progress, spinner } = await import('@clack/prompts');
  const options = { output: shell.terminal.errors };
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
 * Shows on standard error how far something is, from its second second on, and only where somebody looks. `of` is how much there is
 * to do, where that is known.
 */
export function startProgress(shell: Shell, what: string, of?: number): Progress {
  if (shell.terminal.errors.isTTY !== true || shell.json) return NO_PROGRESS;
  let [done, told, ended] = [0, 0, false];
  let bar: ProgressDisplay | undefined;
  let toldAt = 0;
  const begin = setTimeout(() => {
    void openDisplay(shell, { what, of }).then((one) => {
      bar = one;
      if (ended) one.clear();
      else tell();
    });
  }, DELAY_MS);
  const tell = (): void => {
    toldAt = performance.now();
    bar?.advance(done - told, of === undefined ? `${what}: ${done}` : `${what}: ${done} of ${of}`);
    told = done;
  };
  return {
    update: (now) => {
      done = now;
      if (bar && performance.now() - toldAt > REDRAW_MS) tell();
    },
    stop: () => {
      ended = true;
      clearTimeout(begin);
      bar?.clear();
    },
  };
}
