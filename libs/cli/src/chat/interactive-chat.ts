import { join } from 'node:path';
import type { MessageReceipt } from '@crumbtrail/client';
import { CliError } from '../cli-error';
import { userFolder, wantsColours } from '../config';
import { type AuthorName, loadAuthorNames } from '../output/author-names';
import { ReplyPrinter } from '../output/reply-printer';
import { endingLine, NO_REPLY, responseLine } from '../output/response-line';
import { toolLine } from '../output/tool-line';
import type { Shell } from '../shell';
import { sanitize } from '../terminal';
import { ChatLines, type ChatInput } from './chat-input';
import { parseReaders } from './parse-readers';
import { printSources } from './print-sources';
import { openPrompt, type Prompt } from './prompt';
import { replyFactsLine } from './reply-facts';
import { ReplyFormat } from './reply-format';
import { sendUntilStopped } from './send-until-stopped';
import { showWaiting } from '../waiting';

const WAIT_MS = 300_000;

export interface ChatOptions {
  readonly session: string;
  readonly sources?: true;
}

/** Runs another command of `crumb`, for the same gateway. */
export type RunCommand = (...words: readonly string[]) => Promise<void>;

const HELP = [
  '/session <name>   go on in another session',
  '/agent [name]     list the agents; let one speak now',
  '/to [participant] the next messages are only for agent:ann; without one, for everybody',
  '/why              why each text was in the context of the last answer',
  '/trace            the last trail as a tree',
  '/retry            send the last message again',
  '/help, /quit      this list; end the chat (also Ctrl-D)',
  'Alt-Enter, or \\ at the end of a line, goes on in the next line. Ctrl-C stops a reply.',
];

/** Throws CliError unless this may name a session. */
export function requireSessionName(session: string): void {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(session))
    throw new CliError(`Invalid session name "${session}": use a-z, 0-9, ".", "-", "_".`, 2);
}

/** One chat at a terminal. */
class InteractiveChat {
  private readonly lines = new ChatLines();
  private readonly format: ReplyFormat;
  private readonly live: ReplyPrinter;
  private watching = new AbortController();
  private stopWaiting: () => void = () => undefined;
  private isBusy = false;
  private isOver = false;
  private to: readonly string[] | undefined;
  private last: { readonly text: string; readonly trail: string } | undefined;

  constructor(
    private readonly shell: Shell,
    private readonly tools: { readonly nameOf: AuthorName; readonly sources: boolean; readonly runCommand: RunCommand },
    private session: string,
  ) {
    this.format = new ReplyFormat({
      // Read for each word: the terminal may be resized.
      get width() {
        return shell.width;
      },
      styled: wantsColours(),
    });
    this.live = new ReplyPrinter((text) => this.write(text), tools.nameOf);
  }

  async run(): Promise<void> {
    const historyFile = join(userFolder(), 'chat-history');
    this.shell.claimProgress();
    const prompt = openPrompt(this.shell, { historyFile, onInterrupt: () => this.interrupt() });
    this.shell.printLine(`Session ${this.session}. /help lists what you can enter; Ctrl-D ends the chat.`);
    this.watch();
    try {
      await this.readUntilOver(prompt);
    } finally {
      this.watching.abort();
      prompt.close();
    }
    this.shell.printNote(`See what happened: crumb trace --session ${this.session}`);
  }

  private async readUntilOver(prompt: Prompt): Promise<void> {
    while (!this.isOver && !this.shell.interrupted.aborted) {
      const line = await prompt.next(
        this.lines.isOpen ? '... ' : `${this.session}${this.to ? ` to ${this.to.join(', ')}` : ''}> `,
      );
      if (line === null) return this.shell.printLine();
      await this.enter(this.lines.add(line)).catch((error: unknown) =>
        this.shell.printNote(error instanceof Error ? error.message : String(error)),
      );
    }
  }

  private async enter(input: ChatInput): Promise<void> {
    if (input.type === 'message') await this.send(input.text);
    if (input.type === 'command') await this.command(input.name, input.argument);
  }

  private async command(name: string, argument: string): Promise<void> {
    const commands: Readonly<Record<string, () => Promise<void> | void>> = {
      session: () => this.switchTo(argument),
      agent: () => this.letSpeak(argument),
      to: () => this.addressTo(argument),
      why: () => this.tools.runCommand('context', 'explain', this.requireLast().trail),
      trace: () => this.tools.runCommand('trace', this.requireLast().trail),
      retry: () => this.send(this.requireLast().text),
      help: () => this.shell.printLines(HELP),
      quit: () => void (this.isOver = true),
    };
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new CliError(`There is no /${name}. /help lists what you can enter.`);
    await command();
  }

  private requireLast(): { readonly text: string; readonly trail: string } {
    if (this.last) return this.last;
    throw new CliError('Nothing was sent in this chat yet.');
  }

  private switchTo(session: string): void {
    if (session === '') throw new CliError(`This is the session ${this.session}. Name another: /session harbour`);
    requireSessionName(session);
    this.session = session;
    this.to = undefined;
    this.watching.abort();
    this.watch();
  }

  private async letSpeak(agent: string): Promise<void> {
    const client = this.shell.client();
    if (agent === '') return this.shell.printLines((await client.agents()).map((one) => one.agent));
    await this.answer(agent, () => client.speak(this.session, { agent, wait_ms: WAIT_MS }));
  }

  /** Who may read the next messages: these participants, or everybody. */
  private addressTo(participants: string): void {
    this.to = parseReaders(participants.split(/[\s,]+/).filter(Boolean));
    this.shell.printLine(this.to ? `Only for ${this.to.join(', ')}; /to without a name ends that.` : 'For everybody.');
  }

  private async send(text: string): Promise<void> {
    const message = { session: this.session, line: text, waitMs: WAIT_MS, to: this.to };
    await this.answer(text, () => sendUntilStopped(this.shell, message));
  }

  /** Waits for the replies and shows them, with the facts about each. */
  private async answer(text: string, request: () => Promise<MessageReceipt>): Promise<void> {
    const began = performance.now();
    this.isBusy = true;
    this.stopWaiting = showWaiting(this.shell.terminal);
    try {
      const receipt = await request();
      this.last = { text, trail: receipt.trail_id };
      this.printReceipt(receipt, performance.now() - began);
      if (this.tools.sources) await printSources(this.shell, receipt, this.tools.nameOf);
    } finally {
      this.stopWaiting();
      this.isBusy = false;
    }
  }

  private printReceipt({ responses, reason = NO_REPLY }: MessageReceipt, took: number): void {
    const { nameOf } = this.tools;
    this.live.finish();
    if (!responses) this.writeLine('No reply yet; still working on it.');
    else if (responses.length === 0) this.writeLine(reason);
    for (const crumb of responses ?? []) {
      const text = this.live.hasShown(crumb) ? endingLine(crumb, nameOf) : responseLine(crumb, nameOf);
      if (text !== null) this.writeLine(text);
      this.shell.printLine({ text: replyFactsLine(crumb, { nameOf, took }), style: 'dim' });
    }
  }

  /** Ctrl-C stops a reply; at the prompt it clears the line. */
  private interrupt(): boolean {
    this.lines.clear();
    if (this.isBusy) this.shell.interrupts.trigger();
    return this.isBusy;
  }

  /** Shows replies while they are written, and tool calls. Replies it could not show are printed whole later. */
  private watch(): void {
    this.watching = new AbortController();
    const signal = AbortSignal.any([this.watching.signal, this.shell.interrupted]);
    const show = async (): Promise<void> => {
      for await (const item of this.shell.client().watch(this.session, { signal })) {
        if (item.type === 'piece') this.live.addPiece(item.piece);
        const tool = item.type === 'event' ? toolLine(item.event) : null;
        if (tool !== null) this.live.printNote(tool);
      }
    };
    void show().catch(() =>
      this.shell.printNote('Streaming is unavailable; replies are shown when they are complete.'),
    );
  }

  private write(text: string): void {
    this.stopWaiting();
    this.shell.terminal.output.write(this.format.add(text));
  }

  private writeLine(text: string): void {
    this.write(`${sanitize(text)}\n`);
  }
}

/** A chat at a terminal, until the user ends it. */
export async function chatInteractively(
  shell: Shell,
  { session, sources = undefined }: ChatOptions,
  runCommand: RunCommand,
): Promise<void> {
  const nameOf = await loadAuthorNames(shell);
  await new InteractiveChat(shell, { nameOf, sources: sources === true, runCommand }, session).run();
}
