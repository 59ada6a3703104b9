import { Crumbtrail } from '@crumbtrail/client';
import { type Command, Option } from 'commander';
import { stringify } from 'yaml';
import { resolveDestination, type ConnectionOptions, wantsColours } from './config';
import type { Interrupts } from './interrupts';
import type { Listing } from './output/listing';
import { layOutBlocks, type OutputBlock } from './output/table';
import { outputWidth, writeNote } from './width';
import { type OutputLine, renderLine, type Terminal } from './terminal';

interface ShellOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly format?: ListingFormat;
}

/** How a listing is printed. `wide`: with whole ids, times and texts. */
type ListingFormat = 'table' | 'wide' | 'json' | 'yaml';

/** What every command uses: the gateway client, the output, and a signal that aborts at Ctrl-C. */
export class Shell {
  constructor(
    readonly terminal: Terminal,
    readonly interrupts: Interrupts,
    private readonly options: ShellOptions,
  ) {}

  /** Aborts when the command should end. */
  get interrupted(): AbortSignal {
    return this.interrupts.signal;
  }

  /** Was --json, or -o json, given? */
  get json(): boolean {
    return this.options.json === true || this.options.format === 'json';
  }

  /** The connection options given on the command line. */
  get connection(): ConnectionOptions {
    return this.options;
  }

  /** A client for the gateway; Ctrl-C aborts its requests. */
  client(): Crumbtrail {
    const interruptible: typeof fetch = (input, init) => {
      const signals = [this.interrupted, ...(init?.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
    return new Crumbtrail({ ...resolveDestination(this.options), fetch: interruptible });
  }

  /** Prints one line; control characters are replaced. */
  printLine(line: OutputLine = ''): void {
    this.terminal.output.write(`${renderLine(line, this.terminal.output.isTTY === true && wantsColours())}\n`);
  }

  /** Prints lines and tables; on a terminal they are made to fit. */
  printLines(lines: readonly OutputBlock[]): void {
    const isFitted = this.options.format !== 'wide' && this.terminal.output.isTTY === true;
    const layout = { width: isFitted ? outputWidth(this) : undefined, now: Date.now() };
    for (const line of layOutBlocks(lines, layout)) this.printLine(line);
  }

  /** Prints a JSON document on one line. */
  printJson(value: unknown): void {
    this.terminal.output.write(`${JSON.stringify(value)}\n`);
  }

  /** Prints the value as JSON with --json, otherwise lines and tables. */
  print(value: unknown, lines: () => readonly OutputBlock[]): void {
    if (this.json) this.printJson(value);
    else this.printLines(lines());
  }

  /** Prints a list: as JSON with --json, else as -o says; by default a table that fits the terminal. */
  printListing(value: unknown, listing: Listing): void {
    const { format } = this.options;
    if (this.json) this.printJson(value);
    else if (format === 'yaml') this.printLines([{ verbatim: stringify(value).trimEnd() }]);
    else this.printLines([listing]);
  }

  /** Prints a remark on standard error. */
  printNote(text: string): void {
    writeNote(this.terminal, text);
  }
}

/** Creates the shell for a command from its parsed options. */
export type ShellFactory = (command: Command) => Shell;

/** Adds --json, for commands that need no gateway. */
export const withJson = (command: Command): Command => command.option('--json', 'print JSON, one document per line');

/** Adds --json, --url and --key. */
export function withCommonOptions(command: Command): Command {
  return withJson(command)
    .option('--url <url>', 'gateway URL (env CRUMBTRAIL_URL; default: http://127.0.0.1:7070)')
    .option('--key <key>', 'API key (env CRUMBTRAIL_KEY; default: .crumbtrail/api-key)')
    .option('--profile <name>', 'profile of `crumb config` (env CRUMBTRAIL_PROFILE; default: the one in use)');
}

/** Adds the options of a command that lists: those of every command, and -o. */
export function withListOptions(command: Command): Command {
  const format = new Option('-o, --format <format>', 'how to print the list').choices([
    'table',
    'wide',
    'json',
    'yaml',
  ]);
  return withCommonOptions(command).addOption(format);
}
