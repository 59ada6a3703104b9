import { Crumbtrail } from '@crumbtrail/client';
import { type Command, Option } from 'commander';
import type * as Yaml from 'yaml';
import { givenColumns, resolveDestination, type ConnectionOptions, wantsColours } from './config';
import type { Interrupts } from './interrupts';
import type { Listing } from './output/listing';
import { layOutBlocks, type OutputBlock } from './output/table';
import { RequestDisplay } from './request-display';
import { outputWidth, writeNote } from './width';
import { type OutputLine, renderLine, type Terminal } from './terminal';

interface ShellOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly output?: OutputFormat;
}

/** How a result is printed. `wide`: with whole ids, times and texts. */
const OUTPUT_FORMATS = ['table', 'wide', 'json', 'yaml'] as const;
type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What every command uses: the gateway client, the output, and a signal that aborts at Ctrl-C. */
export class Shell {
  private documents = 0;
  private readonly requests: RequestDisplay;

  constructor(
    readonly terminal: Terminal,
    readonly interrupts: Interrupts,
    private readonly options: ShellOptions,
  ) {
    this.requests = new RequestDisplay(this.progressOutput);
  }

  /** Where progress is shown: standard error, on a terminal only and not where data is printed; else undefined. */
  get progressOutput(): Terminal['errors'] | undefined {
    const { errors } = this.terminal;
    return errors.isTTY === true && !this.printsData ? errors : undefined;
  }

  /** Requests that take long are not shown until the function that this returns is called: the command shows its own progress. */
  claimProgress(): () => void {
    return this.requests.claim();
  }

  /** Aborts when the command should end. */
  get interrupted(): AbortSignal {
    return this.interrupts.signal;
  }

  /** Is data printed, as JSON or YAML, instead of text? */
  get printsData(): boolean {
    return this.format === 'json' || this.format === 'yaml';
  }

  /** The maximum line length: that of the terminal, else that of COLUMNS; no limit with -o wide, and without either. */
  get width(): number {
    return this.format === 'wide' ? Number.MAX_SAFE_INTEGER : outputWidth(this);
  }

  private get format(): OutputFormat {
    return this.options.json ? 'json' : (this.options.output ?? 'table');
  }

  /** The connection options given on the command line. */
  get connection(): ConnectionOptions {
    return this.options;
  }

  /** A client for the gateway; Ctrl-C aborts its requests. */
  client(): Crumbtrail {
    const interruptible: typeof fetch = (input, init) => {
      const signals = [this.interrupted, ...(init?.signal ? [init.signal] : [])];
      return this.requests.during(fetch(input, { ...init, signal: AbortSignal.any(signals) }));
    };
    return new Crumbtrail({ ...resolveDestination(this.options), fetch: interruptible });
  }

  /** Prints one line; control characters are replaced. */
  printLine(line: OutputLine = ''): void {
    this.terminal.output.write(`${renderLine(line, this.terminal.output.isTTY === true && wantsColours())}\n`);
  }

  /** Prints lines and tables; where there is a maximum line length they are made to fit. */
  printLines(lines: readonly OutputBlock[]): void {
    const { isTTY } = this.terminal.output;
    const isFitted = this.format !== 'wide' && (isTTY === true || givenColumns() !== undefined);
    const layout = { width: isFitted ? this.width : undefined, now: Date.now() };
    for (const line of layOutBlocks(lines, layout)) this.printLine(line);
  }

  /** Prints a JSON document on one line, or a YAML document. */
  private printData(value: unknown): void {
    const document = this.format === 'yaml' ? this.toYaml(value) : JSON.stringify(value);
    this.documents += 1;
    this.terminal.output.write(`${document.trimEnd()}\n`);
  }

  private toYaml(value: unknown): string {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- few commands print YAML, and all would load it
    const { stringify } = require('yaml') as typeof Yaml;
    return `${this.documents > 0 ? '---\n' : ''}${stringify(value)}`;
  }

  /** Prints the value as --json or -o says; by default as lines and tables. */
  print(value: unknown, lines: () => readonly OutputBlock[]): void {
    if (this.printsData) this.printData(value);
    else this.printLines(lines());
  }

  /** Prints a list: as --json or -o says; by default a table that fits the terminal. */
  printListing(value: unknown, listing: Listing): void {
    this.print(value, () => [listing]);
  }

  /** Prints a remark on standard error. */
  printNote(text: string): void {
    writeNote(this.terminal, text);
  }
}

/** Creates the shell for a command from its parsed options. */
export type ShellFactory = (command: Command) => Shell;

/** Adds --json and -o, for commands that need no gateway. Where -o names a file, its long form is left. */
export function withFormat(command: Command): Command {
  const isTaken = command.options.some(({ short }) => short === '-o');
  const output = new Option(`${isTaken ? '' : '-o, '}--output <format>`, 'how to print the result');
  return command
    .option('--json', 'print JSON, one document per line: the same as --output json')
    .addOption(output.choices(OUTPUT_FORMATS));
}

/** Adds --json and -o, and --url, --key and --profile. */
export function withCommonOptions(command: Command): Command {
  return withFormat(command)
    .option('--url <url>', 'gateway URL (env CRUMBTRAIL_URL; default: that of the Crumbtrail that runs here)')
    .option('--key <key>', 'API key (env CRUMBTRAIL_KEY; default: .crumbtrail/api-key)')
    .option('--profile <name>', 'profile of `crumb config` (env CRUMBTRAIL_PROFILE; default: the one in use)');
}
