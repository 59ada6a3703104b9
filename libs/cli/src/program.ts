import { Command } from 'commander';
import { addAgents } from './commands/agents';
import { addApprovals } from './commands/approvals';
import { addChat } from './commands/chat';
import { addCompletion } from './commands/completion';
import { addContext } from './commands/context/context';
import { addDeadLetters } from './commands/dead-letters';
import { addDoctor } from './commands/doctor';
import { addEmbeddings } from './commands/embeddings';
import { addErase } from './commands/erase';
import { addImportChats } from './commands/import/import';
import { addEvals } from './commands/evals/evals';
import { addKeys } from './commands/keys';
import { addSessions, addTrails } from './commands/listings';
import { addLore } from './commands/lore/lore';
import { addMemory } from './commands/memory/memory';
import { addScene } from './commands/scene/scene';
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
import type { Interrupts } from './interrupts';
import { Shell } from './shell';
import type { Terminal } from './terminal';

/** What adds each command but `crumb up`, in the order of the help. */
const COMMANDS = [
  addChat,
  addSend,
  addStop,
  addApprovals,
  addTail,
  addTrace,
  addTrail,
  addTrails,
  addSessions,
  addSession,
  addScene,
  addLore,
  addMemory,
  addTurns,
  addUsage,
  addContext,
  addEvals,
  addSearch,
  addAgents,
  addTools,
  addKeys,
  addEmbeddings,
  addErase,
  addImportChats,
  addWorkspaces,
  addDeadLetters,
  addDoctor,
  addCompletion,
];

/** Builds the `crumb` command. Parsing throws CommanderError on wrong usage, and whatever the command itself rejects with. */
export function createProgram(terminal: Terminal, interrupts: Interrupts): Command {
  const program = new Command('crumb').description('Breadcrumbs for LLM agents: chat, follow, trace, explain.');
  program.configureOutput({
    writeOut: (text) => terminal.output.write(text),
    writeErr: (text) => terminal.errors.write(text),
  });
  const createShell = (command: Command): Shell => new Shell(terminal, interrupts, command.optsWithGlobals());
  addUp(program);
  for (const add of COMMANDS) add(program, createShell);
  return program;
}
