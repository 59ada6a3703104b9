import { setTimeout as pause } from 'node:timers/promises';
import type { MessageReceipt, StreamedEvent, StreamItem } from '@crumbtrail/client';
import type { Envelope } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { satisfies } from '@crumbtrail/contracts/schema-name';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { wantsColours } from '../config';
import type { AuthorName } from '../output/author-names';
import { ReplyPrinter } from '../output/reply-printer';
import { endingLine, responseLine } from '../output/response-line';
import type { Shell } from '../shell';
import { sanitize } from '../terminal';
import { ReplyFormat } from './reply-format';
import type { WaitingLine } from '../waiting';

/** The stream can be behind the receipt: for so long a reply that is half written is awaited. */
const CATCH_UP_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** What an {@link AnswerPrinter} uses. */
interface AnswerPrinterOptions {
  readonly nameOf: AuthorName;
  readonly waiting: WaitingLine;
  /** Print also replies to replies. */
  readonly all: boolean;
}

/** Prints each answer to a message as it comes: on a terminal while it is written, else when it is complete. */
export class AnswerPrinter {
  private readonly printed = new Set<string>();
  private readonly isOwn = new Map<string, boolean>();
  private readonly live: ReplyPrinter;
  private readonly format: ReplyFormat;
  private complete: Envelope[] = [];

  constructor(
    private readonly shell: Shell,
    private readonly options: AnswerPrinterOptions,
  ) {
    this.format = new ReplyFormat({
      // Read for each word: the terminal may be resized.
      get width() {
        return shell.width;
      },
      styled: wantsColours(),
    });
    this.live = new ReplyPrinter((text) => this.write(text), options.nameOf);
  }

  /** Prints answers as they come. Returns a function that ends this, and prints nothing more. */
  follow(sent: MessageReceipt): () => Promise<void> {
    const ended = new AbortController();
    const following = this.followStream(sent, ended.signal).catch((error: unknown) => {
      if (ended.signal.aborted || this.shell.interrupted.aborted) return;
      this.note(`Answers are shown together at the end: ${error instanceof Error ? error.message : String(error)}`);
    });
    return async () => {
      const until = performance.now() + CATCH_UP_MS;
      while (this.live.isWriting && performance.now() < until && !this.shell.interrupted.aborted)
        await pause(LOOK_EVERY_MS);
      ended.abort();
      await following;
      this.live.finish();
      this.printComplete();
    };
  }

  /** Prints the answers that were not printed as they came. */
  printRest(responses: readonly Envelope[]): void {
    this.complete.push(...responses);
    this.printComplete();
    this.options.waiting.hide();
  }

  /** Prints a remark on standard error, on a line of its own. */
  note(text: string): void {
    this.options.waiting.hide();
    this.live.breakLine();
    this.shell.printNote(text);
    this.options.waiting.show();
  }

  private async followStream(sent: MessageReceipt, signal: AbortSignal): Promise<void> {
    const { message } = sent;
    const session = message.session;
    if (session === undefined) return;
    for await (const item of this.shell.client().watch(session, { cursor: `@${message.position}`, signal })) {
      if (signal.aborted) return;
      await this.take(item, sent);
    }
  }

  private async take(item: StreamItem, sent: MessageReceipt): Promise<void> {
    if (item.type === 'event') return this.takeEvent(item.event, sent);
    if (item.type !== 'piece' || this.shell.terminal.output.isTTY !== true) return;
    if (!(await this.answers(item.piece.turn, sent))) return;
    this.live.addPiece(item.piece);
    if (!this.live.isWriting) this.printComplete();
  }

  private async takeEvent({ kind, schema_name, trail_id, crumb }: StreamedEvent, sent: MessageReceipt): Promise<void> {
    if (kind !== 'created' || !crumb || !satisfies(schema_name, WIRE.agentResponse)) return;
    const { turn } = asPayload(WIRE.agentResponse, crumb.context);
    const isWanted =
      (this.options.all && trail_id === sent.trail_id) || (turn !== undefined && (await this.answers(turn.id, sent)));
    if (!isWanted) return;
    this.complete.push(crumb);
    if (!this.live.isWriting) this.printComplete();
  }

  /** Does this turn answer the message? */
  private async answers(turn: string, { message }: MessageReceipt): Promise<boolean> {
    const known = this.isOwn.get(turn);
    if (known !== undefined) return known;
    const { turns } = await this.shell.client().turnsOf(message.id);
    const isOwn = turns.some(({ id }) => id === turn);
    this.isOwn.set(turn, isOwn);
    return isOwn;
  }

  /** Prints complete answers, but of those that were printed while they were written only how they ended. */
  private printComplete(): void {
    const { nameOf } = this.options;
    for (const crumb of this.complete.splice(0)) {
      if (this.printed.has(crumb.id)) continue;
      this.printed.add(crumb.id);
      const text = this.live.hasShown(crumb) ? endingLine(crumb, nameOf) : responseLine(crumb, nameOf);
      if (text === null) continue;
      this.options.waiting.hide();
      if (this.shell.terminal.output.isTTY === true) this.write(`${sanitize(text)}\n`);
      else this.shell.printLine(text);
    }
    this.options.waiting.show();
  }

  private write(text: string): void {
    this.options.waiting.hide();
    this.shell.terminal.output.write(this.format.add(text));
  }
}
