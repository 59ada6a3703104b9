import type { MessageReceipt } from '@crumbtrail/client';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { responseLine } from '../draw/response-line';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

interface SendOptions {
  readonly session: string;
  readonly wait: string;
  readonly tag?: string;
}

async function textOf(shell: Shell, words: readonly string[]): Promise<string> {
  if (words.length > 0 && words.join(' ') !== '-') return words.join(' ');
  if (shell.terminal.input.isTTY) throw new CliError('Say what to send: crumb send "hello", or pipe it in.', 2);
  const chunks: Buffer[] = [];
  for await (const chunk of shell.terminal.input) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}

/** Seconds as milliseconds; refuses what is no time. */
export function waitMs(seconds: string): number {
  const ms = Number(seconds) * 1000;
  if (Number.isFinite(ms) && ms >= 0 && ms <= 300_000) return Math.round(ms);
  throw new CliError(`--wait takes seconds from 0 to 300; ${seconds} is none.`, 2);
}

function lines({ responses, trail_id }: MessageReceipt, { waited, url }: { waited: boolean; url: string }): string[] {
  const pending = waited ? ['No answer yet; it is being worked on.'] : ['Sent.'];
  const said = responses?.map(responseLine) ?? pending;
  return [
    ...(said.length === 0 ? ['No agent was woken.'] : said),
    '',
    `trail ${trail_id}`,
    `      ${url}/trails/${trail_id}`,
  ];
}

async function send(shell: Shell, words: readonly string[], options: SendOptions): Promise<void> {
  const wait_ms = waitMs(options.wait);
  const client = shell.client();
  const { session, tag } = options;
  const tags = tag === undefined ? {} : { tags: tag.split(',').map((one) => one.trim()) };
  const answered = await client.say(session, await textOf(shell, words), { wait_ms, ...tags });
  shell.show(answered, () => lines(answered, { waited: wait_ms > 0, url: client.door.url }));
}

/** `crumb send`: say something, and wait for the answers. */
export function addSend(program: Command, shellOf: ShellOf): void {
  const command = program
    .command('send')
    .description('say something in a session and wait for the answers')
    .argument('[text...]', 'what to say; from standard input when absent or -')
    .option('-s, --session <session>', 'the session', 'demo')
    .option('-t, --tag <tags>', 'what it is marked with; several with commas between')
    .option('-w, --wait <seconds>', 'how long to wait for the answers', '60');
  withCommonOptions(command).action((words: string[], options: SendOptions) => send(shellOf(command), words, options));
}
