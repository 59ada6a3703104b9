import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ApiError, type Crumbtrail, type MessageReceipt, type UploadedFile } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { loadAuthorNames } from '../output/author-names';
import { readPiped } from '../load-text';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { parseReaders } from '../chat/parse-readers';
import { printReplies } from '../chat/print-replies';
import { printSources } from '../chat/print-sources';

interface SendOptions {
  readonly session: string;
  readonly wait: string;
  readonly tag?: string;
  readonly name?: string;
  readonly sources?: true;
  readonly all?: true;
  readonly to: readonly string[];
  readonly file: readonly string[];
}

async function readInput(shell: Shell): Promise<string> {
  if (shell.terminal.input.isTTY)
    throw new CliError('Nothing to send. Example: crumb send "hello", or pipe the text in.', 2);
  return (await readPiped(shell.terminal.input)).trimEnd();
}

async function readMessage(shell: Shell, words: readonly string[]): Promise<string> {
  const isGiven = words.length > 0 && words.join(' ') !== '-';
  const text = isGiven ? words.join(' ') : await readInput(shell);
  if (text.trim() !== '') return text;
  throw new CliError(
    `Nothing to send: ${isGiven ? 'the text' : 'standard input'} is empty. Example: crumb send "hello".`,
    2,
  );
}

/** Converts the seconds of --wait to milliseconds. Throws CliError unless they are between 0 and 300. */
export function parseWaitMs(seconds: string): number {
  const ms = Number(seconds) * 1000;
  if (Number.isFinite(ms) && ms >= 0 && ms <= 300_000) return Math.round(ms);
  throw new CliError(`--wait must be 0 to 300 seconds (got "${seconds}").`, 2);
}

async function uploadFile(client: Crumbtrail, path: string): Promise<UploadedFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CliError(
      `The file ${path} could not be read: ${error instanceof Error ? error.message : String(error)}`,
      2,
    );
  });
  return client.upload(basename(path), bytes).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.message.includes(basename(path))) throw error;
    throw new CliError(`${path} was not sent. ${error.message}`);
  });
}

const hasFailed = ({ context }: Envelope): boolean => asPayload(WIRE.agentResponse, context).action === 'error';

async function send(shell: Shell, words: readonly string[], options: SendOptions): Promise<void> {
  const waitMs = parseWaitMs(options.wait);
  const text = await readMessage(shell, words);
  const client = shell.client();
  const { session, tag, name } = options;
  const tags = tag === undefined ? {} : { tags: tag.split(',').map((one) => one.trim()) };
  const author = name === undefined ? {} : { author: { name } };
  const files: UploadedFile[] = [];
  for (const path of options.file) files.push(await uploadFile(client, path));
  const to = parseReaders(options.to);
  const message = { ...tags, ...author, ...(files.length > 0 && { files }), ...(to && { audience: [...to] }) };
  const nameOf = await loadAuthorNames(shell);
  const say = (wait_ms: number, idempotencyKey: string): Promise<MessageReceipt> =>
    client.say(session, text, { ...message, wait_ms, idempotencyKey });
  const receipt = await printReplies(shell, say, { waitMs, all: options.all === true, nameOf });
  if (options.sources) await printSources(shell, receipt, nameOf);
  if (receipt.responses?.some(hasFailed)) throw new CliError('');
}

const collect = (one: string, before: readonly string[]): readonly string[] => [...before, one];

/** Adds `crumb send`, which sends a message and prints the replies as they come. */
export function addSend(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'send')
    .argument('[text...]', 'message text (default or -: standard input)')
    .option('-s, --session <session>', 'the session', 'demo')
    .option('-t, --tag <tags>', 'comma-separated tags')
    .option('--name <name>', 'display name of its author, for a key without a name')
    .option('-f, --file <path>', 'a file to attach; up to 8 times', collect, [])
    .option('--to <participant>', 'only for this participant, such as agent:assistant; repeat for more', collect, [])
    .option('--all', 'wait for replies to replies too, until no agent is working')
    .option('--sources', 'also show what each sentence of the replies rests on')
    .option('-w, --wait <seconds>', 'how long to wait for replies', '60');
  withCommonOptions(command).action((words: string[], options: SendOptions) =>
    send(createShell(command), words, options),
  );
}
