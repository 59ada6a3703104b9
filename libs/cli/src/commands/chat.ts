import type { MessageReceipt } from '@crumbtrail/client';
import type { Command } from 'commander';
import { createInterface } from 'node:readline';
import { CliError } from '../cli-error';
import { type AuthorName, loadAuthorNames } from '../output/author-names';
import { ReplyPrinter } from '../output/reply-printer';
import { endingLine, NO_REPLY, responseLine } from '../output/response-line';
import { toolLine } from '../output/tool-line';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { printSources } from './print-sources';
import { sendUntilStopped } from './send-until-stopped';

const WAIT_MS = 300_000;

/** Reads the next message of the user; null at the end. */
type NextLine = () => Promise<string | null>;

/** The non-empty lines of standard input, each a message. */
async function* inputLines(shell: Shell): AsyncGenerator<string> {
  for await (const line of createInterface({ input: shell.terminal.input })) if (line.trim() !== '') yield line;
}

async function promptLines(): Promise<{ next: NextLine; end: (text: string) => void }> {
  const { intro, isCancel, outro, text } = await import('@clack/prompts');
  intro('Type a message. Ctrl-C stops a reply; at the prompt, Ctrl-C or an empty line quits.');
  const next: NextLine = async () => {
    const line = await text({ message: 'you' });
    return isCancel(line) || !line?.trim() ? null : line;
  };
  return { next, end: outro };
}

/** Shows replies while they are written, and tool calls, until the signal aborts. Replies it could not show are printed whole later. */
async function showPieces(
  shell: Shell,
  session: string,
  { live, signal }: { live: ReplyPrinter; signal: AbortSignal },
): Promise<void> {
  for await (const item of shell.client().watch(session, { signal })) {
    if (item.type === 'piece') live.addPiece(item.piece);
    const tool = item.type === 'event' ? toolLine(item.event) : null;
    if (tool !== null) live.printNote(tool);
  }
}

function remainingLines(
  { responses, reason = NO_REPLY }: MessageReceipt,
  { live, nameOf }: { live: ReplyPrinter; nameOf: AuthorName },
): string[] {
  if (!responses) return ['No reply yet; still working on it.'];
  if (responses.length === 0) return [reason];
  return responses.flatMap((crumb) =>
    live.hasShown(crumb) ? (endingLine(crumb, nameOf) ?? []) : responseLine(crumb, nameOf),
  );
}

interface ChatOptions {
  readonly session: string;
  readonly sources?: true;
}

async function chatInteractively(shell: Shell, { session, sources }: ChatOptions): Promise<void> {
  const nameOf = await loadAuthorNames(shell);
  const { next, end } = await promptLines();
  const live = new ReplyPrinter((text) => shell.terminal.output.write(text), nameOf);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, shell.interrupted]);
  const watching = showPieces(shell, session, { live, signal }).catch(() =>
    shell.printNote('Streaming is unavailable; replies are shown when they are complete.'),
  );
  for (let line = await next(); line !== null && !signal.aborted; line = await next()) {
    const receipt = await sendUntilStopped(shell, { session, line, waitMs: WAIT_MS });
    live.finish();
    shell.printLines(remainingLines(receipt, { live, nameOf }));
    if (sources) await printSources(shell, receipt, nameOf);
  }
  ending.abort();
  await watching;
  end(`See what happened: crumb trace --session ${session}`);
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

async function chat(shell: Shell, options: ChatOptions): Promise<void> {
  const { session } = options;
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(session))
    throw new CliError(`Invalid session name "${session}": use a-z, 0-9, ".", "-", "_".`, 2);
  await shell.client().whoAmI();
  if (shell.json || !shell.terminal.input.isTTY) await chatOverPipe(shell, options);
  else await chatInteractively(shell, options);
}

/** Adds `crumb chat`: interactive on a terminal, one message per line on a pipe. */
export function addChat(program: Command, createShell: ShellFactory): void {
  const command = program
    .command('chat')
    .description('chat with agents; replies stream as they are written. Piped input: one message per line')
    .option('-s, --session <session>', 'the session', 'demo')
    .option('--sources', 'also show what each sentence of the replies rests on');
  withCommonOptions(command).action((options: ChatOptions) => chat(createShell(command), options));
}
