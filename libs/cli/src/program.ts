import { nearestNames } from '@crumbtrail/contracts/nearest-names';
import { Command, Help } from 'commander';
import { COMMAND_MODULES } from './command-modules';
import { version } from './config';
import { addExamples } from './help/add-examples';
import { adoptOptions } from './global-options';
import type { Interrupts } from './interrupts';
import { declareListed, findListed, LISTED_COMMANDS } from './listed-commands';
import { resolveShortIds } from './resolve-short-ids';
import { Shell, type ShellFactory, withCommonOptions } from './shell';
import type { Terminal } from './terminal';

/** Commands of other programs that people type, and those that do it here. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  watch: 'tail',
  follow: 'tail',
  logs: 'tail',
  events: 'tail',
};

/** What may be meant by a command that does not exist: the one that does what its name says, else the nearest. */
function adviseOn(word: string, suggested: string | undefined, commands: readonly Command[]): string {
  if (Object.hasOwn(KNOWN_ELSEWHERE, word)) return `Did you mean ${KNOWN_ELSEWHERE[word]}?`;
  if (suggested !== undefined) return suggested;
  const names = commands.map((command) => command.name());
  const [nearest] = nearestNames(word, names);
  return nearest === undefined ? 'Add --help to see which there are.' : `Did you mean ${nearest}?`;
}

/** The message of commander about wrong usage, in the form of all others. */
function describeUsage(message: string, commands: readonly Command[]): string {
  const [first = '', second] = message
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const suggested = second?.replace(/^\((.*)\)$/, '$1');
  const word = /^unknown command '(.*)'$/.exec(first)?.[1];
  const advice = word === undefined ? suggested : adviseOn(word, suggested, commands);
  return `crumb: ${advice === undefined ? first : `${first}. ${advice}`}\n`;
}

/** Its first word that is neither an option of `crumb` itself nor the value of one. */
function findCommand(program: Command, args: readonly string[]): string | undefined {
  const takesValue = new Set(program.options.filter((one) => one.required).flatMap(({ short, long }) => [short, long]));
  return args.find((arg, at) => !arg.startsWith('-') && (at === 0 || !takesValue.has(args[at - 1])));
}

type IsWanted = (name: string) => boolean;

/** Which commands a command line needs; without one, all. `completion` prints the words of all. */
function findWanted(program: Command, args: readonly string[] | undefined): IsWanted {
  const wanted = args && findCommand(program, args);
  return args === undefined || wanted === 'completion' ? () => true : (name) => name === wanted;
}

/** How the help lists a command: one that is not loaded as if it were. */
const describeUse = (command: Command): string => {
  const [usage] = (command.parent?.parent == null && findListed(command.name())) || [];
  return usage === undefined ? new Help().subcommandTerm(command) : `${command.name()} ${usage}`.trimEnd();
};

/** Declares the `crumb` command, and loads those of its commands that a command line needs; without one, all. The others are only listed. */
export function declareCommands(terminal: Terminal, createShell: ShellFactory, args?: readonly string[]): Command {
  const program = new Command('crumb').description('Breadcrumbs for LLM agents: chat, follow, trace, explain.');
  program.version(version, '-V, --version', 'print the version');
  withCommonOptions(program).enablePositionalOptions();
  program.configureHelp({ minWidthToWrap: 20, subcommandTerm: describeUse });
  program.configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
    // Commands take this over when they are added.
    outputError: (text, write) => write(describeUsage(text, program.commands)),
  });
  const isWanted = findWanted(program, args);
  const add = (name: string): void => COMMAND_MODULES[name]?.()(program, createShell);
  for (const [heading, commands] of Object.entries(LISTED_COMMANDS)) {
    program.commandsGroup(heading);
    for (const name of Object.keys(commands)) {
      if (isWanted(name)) add(name);
      else declareListed(program, name);
    }
  }
  if (isWanted('complete')) add('complete');
  program.helpCommand(false);
  addExamples(program);
  return program;
}

/**
 * Builds the `crumb` command for a command line; without one, with all commands. Parsing throws CommanderError on wrong usage, and whatever the command itself rejects with.
 */
export function createProgram(terminal: Terminal, interrupts: Interrupts, args?: readonly string[]): Command {
  const createShell: ShellFactory = (command) => new Shell(terminal, interrupts, command.opts());
  const program = declareCommands(terminal, createShell, args);
  return program.hook('preAction', (_, command) => {
    adoptOptions(command);
    return resolveShortIds(createShell(command), command);
  });
}
