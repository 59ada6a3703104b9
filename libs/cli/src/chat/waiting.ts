import type { Shell } from '../shell';
import type { Terminal } from '../terminal';

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

/** Shows that a reply is awaited, and for how many seconds, until it is stopped. Returns a function that removes it. */
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

/** Shows on standard error, on a terminal only, that replies are awaited and from whom. Hide it before anything else is printed. */
export class WaitingLine {
  private readonly began = performance.now();
  private agents: readonly string[] = [];
  private stop: (() => void) | undefined;

  constructor(private readonly shell: Shell) {}

  /** The agents that are working on a reply. */
  setAgents(agents: readonly string[]): void {
    this.agents = agents;
  }

  show(): void {
    const { errors } = this.shell.terminal;
    if (errors.isTTY !== true || this.shell.printsData) return;
    const { columns = 80 } = errors as { readonly columns?: number };
    const label = (): string => {
      const names = this.agents.join(', ');
      // A longer line would wrap, and only its last row would be cleared.
      return names === '' || names.length > columns - 20 ? '' : `${names} · `;
    };
    this.stop ??= showWaiting({ output: errors }, { began: this.began, label });
  }

  hide(): void {
    this.stop?.();
    this.stop = undefined;
  }
}
