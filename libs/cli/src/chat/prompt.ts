import { createInterface, type Interface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import type { Shell } from '../shell';
import type { Terminal } from '../terminal';
import { readTypedLines, MOST_LINES, writeTypedLines } from './history';

/** Reads lines with an editor and a history. */
export interface Prompt {
  /** The next line; null at the end (Ctrl-D). Lines that were typed before are given first. */
  readonly next: (prompt: string) => Promise<string | null>;
  readonly close: () => void;
}

/** What Ctrl-C does while a line is typed: true if it did something. */
export type OnInterrupt = () => boolean;

/** Lines in the order in which they were typed, whoever is quicker: the user or the reader of them. */
class LineQueue {
  private readonly lines: string[] = [];
  private waiting: ((line: string | null) => void) | undefined;
  private isClosed = false;

  add(line: string): void {
    if (!this.give(line)) this.lines.push(line);
  }

  close(): void {
    this.isClosed = true;
    this.give(null);
  }

  /** The next line, or null at the end; calls `onWait` if there is none yet, and `onTypedAhead` if it was typed before. */
  async next(onWait: () => void, onTypedAhead: (line: string) => void): Promise<string | null> {
    const line = this.lines.shift();
    if (line !== undefined) onTypedAhead(line);
    if (line !== undefined || this.isClosed) return line ?? null;
    return new Promise((resolve) => {
      this.waiting = resolve;
      onWait();
    });
  }

  private give(line: string | null): boolean {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.(line);
    return waiting !== undefined;
  }
}

/** The output of the line editor. It is silent while replies are written: what is typed ahead would stand in them. */
class EditorOutput extends Writable {
  readonly isTTY = true;
  isSilent = false;

  constructor(private readonly screen: Terminal['output']) {
    super();
    screen.on('resize', () => this.emit('resize'));
  }

  get columns(): number | undefined {
    return (this.screen as { readonly columns?: number }).columns;
  }

  override _write(chunk: Buffer, _: unknown, callback: () => void): void {
    if (!this.isSilent) this.screen.write(chunk);
    callback();
  }
}

/** Alt-Enter ends the line with a backslash, so that the message goes on. */
function continueOnAltEnter({ terminal }: Shell, reader: Interface): void {
  terminal.input.on('keypress', (_: string, key: Key) => {
    if (key.meta !== true || key.name !== 'return') return;
    reader.write(null, { ctrl: true, name: 'e' });
    reader.write('\\\n');
  });
}

/** Opens the prompt of a chat. */
export function openPrompt(
  shell: Shell,
  { historyFile, onInterrupt }: { historyFile: string; onInterrupt: OnInterrupt },
): Prompt {
  const { input } = shell.terminal;
  const output = new EditorOutput(shell.terminal.output);
  const lines = new LineQueue();
  const history = { history: readTypedLines(historyFile), historySize: MOST_LINES, removeHistoryDuplicates: true };
  const reader = createInterface({ input, output, terminal: true, ...history });
  reader.on('line', (line) => lines.add(line));
  reader.on('history', (typed: string[]) => writeTypedLines(historyFile, typed));
  reader.on('close', () => lines.close());
  reader.on('SIGINT', () => {
    if (onInterrupt()) return;
    reader.write(null, { ctrl: true, name: 'u' });
    shell.printLine();
    shell.printNote('Ctrl-D or /quit ends the chat.');
    reader.prompt();
  });
  continueOnAltEnter(shell, reader);
  return {
    next: async (prompt) => {
      const line = await lines.next(
        () => {
          output.isSilent = false;
          reader.setPrompt(prompt);
          // Shows what was typed ahead of the line, with the cursor behind it.
          reader.prompt(true);
        },
        (typed) => shell.printLine(prompt + typed),
      );
      output.isSilent = true;
      return line;
    },
    close: () => reader.close(),
  };
}
