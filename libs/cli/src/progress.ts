import type { Shell } from './shell';

/** How far something is. */
export interface Progress {
  /** Tells so many done. */
  at(done: number): void;
  /** Takes it away. */
  end(): void;
}

const NOBODY_LOOKS: Progress = { at: () => undefined, end: () => undefined };

/** What is done in less than this needs none. */
const SOON_MS = 1_000;
const EVERY_MS = 100;

interface Shown {
  advance(step: number, message: string): void;
  message(message: string): void;
  clear(): void;
}

async function shown(shell: Shell, { what, of }: { what: string; of: number | undefined }): Promise<Shown> {
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
export function progressOf(shell: Shell, what: string, of?: number): Progress {
  if (shell.terminal.errors.isTTY !== true || shell.json) return NOBODY_LOOKS;
  let [done, told, ended] = [0, 0, false];
  let bar: Shown | undefined;
  let toldAt = 0;
  const begin = setTimeout(() => {
    void shown(shell, { what, of }).then((one) => {
      bar = one;
      if (ended) one.clear();
      else tell();
    });
  }, SOON_MS);
  const tell = (): void => {
    toldAt = performance.now();
    bar?.advance(done - told, of === undefined ? `${what}: ${done}` : `${what}: ${done} of ${of}`);
    told = done;
  };
  return {
    at: (now) => {
      done = now;
      if (bar && performance.now() - toldAt > EVERY_MS) tell();
    },
    end: () => {
      ended = true;
      clearTimeout(begin);
      bar?.clear();
    },
  };
}
