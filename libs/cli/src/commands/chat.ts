import type { MessageReceipt } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { chatInteractively, type ChatOptions, requireSessionName, type RunCommand } from '../chat/interactive-chat';
import type { ConnectionOptions } from '../config';
import { type AuthorName, loadAuthorNames } from '../output/author-names';
import { readPipedLines } from '../load-text';
import { NO_REPLY, responseLine } from '../output/response-line';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { printSources } from '../chat/print-sources';

const WAIT_MS = 300_000;

/** The non-empty lines of standard input, each a message. */
async function* inputLines(shell: Shell): AsyncGenerator<string> {
  for await (const line of readPipedLines(shell.terminal.input)) if (line.trim() !== '') yield line;
}

function replyLines({ responses, reason = NO_REPLY }: MessageReceipt, nameOf: AuthorName): string[] {
  if (!responses) return ['No reply yet.'];
  return responses.length === 0 ? [reason] : responses.map((crumb) => responseLine(crumb, nameOf));
}

async function chatOverPipe(shell: Shell, { session, sources }: ChatOptions): Promise<void> {
  const nameOf = await loadAuthorNames(shell);
  for await (const line of inputLines(shell)) {
    const receipt = await shell.client().say(session, line, { wait_ms: WAIT_MS });
    shell.print(receipt, () => replyLines(receipt, nameOf));
    if (sources) await printSources(shell, receipt, nameOf);
  }
}

async function chat(shell: Shell, options: ChatOptions, runCommand: RunCommand): Promise<void> {
  const { session } = options;
  requireSessionName(session);
  await shell.client().whoAmI();
  if (shell.printsData || !shell.terminal.input.isTTY) await chatOverPipe(shell, options);
  else await chatInteractively(shell, options, runCommand);
}

/** Adds `crumb chat`: interactive on a terminal, one message per line on a pipe. */
export function addChat(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'chat')
    .option('-s, --session <session>', 'the session', 'demo')
    .option('--sources', 'also show what each sentence of the replies rests on');
  withCommonOptions(command).action((options: ChatOptions & ConnectionOptions) => {
    const connection = (['url', 'key', 'profile'] as const).flatMap((name) =>
      options[name] === undefined ? [] : [`--${name}`, options[name]],
    );
    const runCommand: RunCommand = async (...words) =>
      void (await program.parseAsync([...words, ...connection], { from: 'user' }));
    return chat(createShell(command), options, runCommand);
  });
}
