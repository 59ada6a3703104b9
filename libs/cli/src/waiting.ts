import { sanitize, type Terminal } from './terminal';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR_LINE = '\r\u001b[K';

/** What is shown beside the seconds. */
interface WaitingOptions {
  /** When the wait began, as of `performance.now()`. @default now */
  readonly began?: number;
  /** Text before the seconds, such as `ann is working on it · `. @default none */
  readonly label?: () => string;
}

/** Shows that something is awaited, and for how many seconds, until it is stopped. Returns a function that removes it. */
export function showWaiting(
  { output }: Pick<Terminal, 'output'>,
  { began = performance.now(), label = () => '' }: WaitingOptions = {},
): () => void {
  let frame = 0;
  let isShown = true;
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1_000);
    output.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length] ?? ''} ${label()}${seconds} s`);
  };
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    if (!isShown) return;
    isShown = false;
    clearInterval(timer);
    if (frame > 0) output.write(CLEAR_LINE);
  };
}

/** What shows on one line of a terminal that something is awaited. Hide it before anything else is printed. */
export class WaitingLine {
  private readonly began = performance.now();
  private label = '';
  private stop: (() => void) | undefined;

  /** `output`: undefined shows nothing. */
  constructor(private readonly output: Terminal['errors'] | undefined) {}

  /** Says what is awaited, such as `ann, bob`. */
  setLabel(label: string): void {
    this.label = label;
  }

  show(): void {
    const { output } = this;
    if (!output) return;
    const { columns = 80 } = output as { readonly columns?: number };
    // A longer line would wrap, and only its last row would be cleared.
    const label = (): string =>
      this.label === '' || this.label.length > columns - 20 ? '' : `${sanitize(this.label)} · `;
    this.stop ??= showWaiting({ output }, { began: this.began, label });
  }

  hide(): void {
    this.stop?.();
    this.stop = undefined;
  }
}
