import type { MessageReceipt } from '@crumbtrail/client';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { NO_REPLY, responseLine } from '../output/response-line';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface SendOptions {
  readonly session: string;
  readonly wait: string;
  readonly tag?: string;
}

async function readMessage(shell: Shell, words: readonly string[]): Promise<string> {
  if (words.length > 0 && words.join(' ') !== '-') return words.join(' ');
  if (shell.terminal.input.isTTY)
    throw new CliError('Nothing to send. Example: crumb send "hello", or pipe the text in.', 2);
  const chunks: Buffer[] = [];
  for await (const chunk of shell.terminal.input) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}

/** Converts the seconds of --wait to milliseconds. Throws CliError unless they are between 0 and 300. */
export function parseWaitMs(seconds: string): number {
  const ms = Number(seconds) * 1000;
  if (Number.isFinite(ms) && ms >= 0 && ms <= 300_000) return Math.round(ms);
  throw new CliError(`--wait must be 0 to 300 seconds (got "${seconds}").`, 2);
}

function receiptLines(
  { responses, reason = NO_REPLY, trail_id }: MessageReceipt,
  { waited, url }: { waited: boolean; url: string },
): string[] {
  const pending = waited ? ['No reply yet; still working on it.'] : ['Sent.'];
  const replies = responses?.map(responseLine) ?? pending;
  return [...(replies.length === 0 ? [reason] : replies), '', `trail ${trail_id}`, `      ${url}/trails/${trail_id}`];
}

async function send(shell: Shell, words: readonly string[], options: SendOptions): Promise<void> {
  const wait_ms = parseWaitMs(options.wait);
  const client = shell.client();
  const { session, tag } = options;
  const tags = tag === undefined ? {} : { tags: tag.split(',').map((one) => one.trim()) };
  const receipt = await client.say(session, await readMessage(shell, words), { wait_ms, ...tags });
  shell.print(receipt, () => receiptLines(receipt, { waited: wait_ms > 0, url: client.gateway.url }));
}

/** Adds `crumb send`, which sends a message and waits for replies. */
export function addSend(program: Command, createShell: ShellFactory): void {
  const command = program
    .command('send')
    .description('send a message and wait for replies')
    .argument('[text...]', 'message text (default or -: standard input)')
    .option('-s, --session <session>', 'the session', 'demo')
    .option('-t, --tag <tags>', 'comma-separated tags')
    .option('-w, --wait <seconds>', 'how long to wait for replies', '60');
  withCommonOptions(command).action((words: string[], options: SendOptions) =>
    send(createShell(command), words, options),
  );
}
