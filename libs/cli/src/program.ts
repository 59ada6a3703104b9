import { nearestNames } from '@crumbtrail/contracts';
import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAgents } from './commands/agents';
import { addApprovals } from './commands/approvals';
import { addComplete } from './commands/complete';
import { addArchive } from './commands/archive';
import { addBackup } from './commands/backup';
import { addChat } from './commands/chat';
import { addCompletion } from './commands/completion';
import { addConfig } from './commands/config';
import { addConsumers } from './commands/consumers';
import { addContexts } from './commands/contexts';
import { addContext } from './commands/context/context';
import { addDeadLetters } from './commands/dead-letters';
import { addDoctor } from './commands/doctor';
import { addEmbeddings } from './commands/embeddings';
import { addErase } from './commands/erase';
import { addFeedback } from './commands/feedback';
import { addImportChats } from './commands/import/import';
import { addEvals } from './commands/evals/evals';
import { addKeys } from './commands/keys';
import { addSessions, addTrails } from './commands/listings';
import { addLore } from './commands/lore/lore';
import { addMemory } from './commands/memory/memory';
import { addOpen } from './commands/open';
import { addRetention } from './commands/retention';
import { addRerun } from './commands/rerun';
import { addScene } from './commands/scene/scene';
import { addSample } from './commands/sample';
import { addSearch } from './commands/search';
import { addSend } from './commands/send';
import { addSession } from './commands/session/session';
import { addStop } from './commands/stop';
import { addTail } from './commands/tail';
import { addTools } from './commands/tools';
import { addTrace } from './commands/trace';
import { addTrail } from './commands/trail';
import { addTurns } from './commands/turns';
import { addUp } from './commands/up';
import { addUsage } from './commands/usage';
import { addWorkspaces } from './commands/workspaces';
import { checkout } from './config';
import { addExamples } from './help/add-examples';
import { adoptOptions } from './global-options';
import type { Interrupts } from './interrupts';
import { resolveShortIds } from './resolve-short-ids';
import { Shell, type ShellFactory, withCommonOptions } from './shell';
import type { Terminal } from './terminal';

/** The version of the product; packages have none of their own. */
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { readonly version: string };

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

type AddCommand = (program: Command, createShell: ShellFactory) => void;

/** What adds each command, by the heading and in the order of the help. */
const GROUPS: Readonly<Record<string, readonly AddCommand[]>> = {
  'Start:': [addUp, addOpen, addSample, addConfig, addDoctor, addCompletion],
  'Talk:': [addChat, addSend, addStop, addApprovals],
  'Look:': [addSessions, addTrails, addContexts, addTrace, addTrail, addContext, addTurns, addTail, addSearch],
  'Shape sessions and agents:': [addAgents, addTools, addSession, addScene, addLore, addMemory],
  'Measure:': [addUsage, addRerun, addFeedback, addEvals],
  'Operate:': [
    addKeys,
    addWorkspaces,
    addEmbeddings,
    addImportChats,
    addErase,
    addDeadLetters,
    addConsumers,
    addRetention,
    addArchive,
    addBackup,
  ],
};

/** Declares the `crumb` command with all of its commands. */
export function declareCommands(terminal: Terminal, createShell: ShellFactory): Command {
  const program = new Command('crumb').description('Breadcrumbs for LLM agents: chat, follow, trace, explain.');
  program.version(version, '-V, --version', 'print the version');
  withCommonOptions(program).enablePositionalOptions();
  program.configureHelp({ minWidthToWrap: 20 });
  program.configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
    // Commands take this over when they are added.
    outputError: (text, write) => write(describeUsage(text, program.commands)),
  });
  for (const [heading, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, createShell);
  }
  addComplete(program, createShell);
  program.helpCommand(false);
  addExamples(program);
  return program;
}

/** Builds the `crumb` command. Parsing throws CommanderError on wrong usage, and whatever the command itself rejects with. */
export function createProgram(terminal: Terminal, interrupts: Interrupts): Command {
  const createShell: ShellFactory = (command) => new Shell(terminal, interrupts, command.opts());
  const program = declareCommands(terminal, createShell);
  return program.hook('preAction', (_, command) => {
    adoptOptions(command);
    return resolveShortIds(createShell(command), command);
  });
}
