import type { Terminal } from '../terminal';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

/** Shows that a reply is awaited, and for how many seconds, until it is stopped. Returns a function that removes it. */
export function showWaiting({ output }: Terminal): () => void {
  const began = performance.now();
  let frame = 0;
  let isShown = true;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1_000);
    output.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length] ?? ''} ${seconds} s`);
  };
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    if (!isShown) return;
    isShown = false;
    clearInterval(timer);
    if (frame > 0) output.write(CLEAR_LINE);
  };
}
