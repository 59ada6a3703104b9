import { Crumbtrail } from '@crumbtrail/client';
import type { Command } from 'commander';
import { resolveDestination, type ConnectionOptions, wantsColours } from './config';
import type { Interrupts } from './interrupts';
import { sanitize, type OutputLine, renderLine, type Terminal } from './terminal';

interface ShellOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** What every command has at hand: the gateway, a printer, and a signal that fires at Ctrl-C. */
export class Shell {
  constructor(
    readonly terminal: Terminal,
    readonly interrupts: Interrupts,
    private readonly options: ShellOptions,
  ) {}

  /** Fires when the command is to end. */
  get interrupted(): AbortSignal {
    return this.interrupts.signal;
  }

  /** Do programs read the output? */
  get json(): boolean {
    return this.options.json === true;
  }

  get connection(): ConnectionOptions {
    return this.options;
  }

  /** The gateway. Ctrl-C ends whatever is asked of it. */
  client(): Crumbtrail {
    const interruptible: typeof fetch = (input, init) => {
      const signals = [this.interrupted, ...(init?.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
    return new Crumbtrail({ ...resolveDestination(this.options), fetch: interruptible });
  }

  printLine(line: OutputLine = ''): void {
    this.terminal.output.write(`${renderLine(line, this.terminal.output.isTTY === true && wantsColours())}\n`);
  }

  printLines(lines: readonly OutputLine[]): void {
    for (const line of lines) this.printLine(line);
  }

  /** One JSON document on one line. */
  printJson(value: unknown): void {
    this.terminal.output.write(`${JSON.stringify(value)}\n`);
  }

  /** Data for programs, lines for people. */
  print(value: unknown, lines: () => readonly OutputLine[]): void {
    if (this.json) this.printJson(value);
    else this.printLines(lines());
  }

  /** Remarks that belong to no output. */
  printNote(text: string): void {
    this.terminal.errors.write(`${sanitize(text)}\n`);
  }
}

/** Makes a shell of a command's options. */
export type ShellFactory = (command: Command) => Shell;

/** Adds the option of commands that need no gateway. */
export const withJson = (command: Command): Command => command.option('--json', 'print JSON, one document per line');

/** Adds the options that every command takes. */
export function withCommonOptions(command: Command): Command {
  return withJson(command)
    .option('--url <url>', 'gateway URL (env CRUMBTRAIL_URL; default: http://127.0.0.1:7070)')
    .option('--key <key>', 'API key (env CRUMBTRAIL_KEY; default: .crumbtrail/api-key)');
}
