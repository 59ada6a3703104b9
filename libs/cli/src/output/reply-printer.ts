import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { describeAudience } from '@crumbtrail/formatting';
import { sanitize } from '../terminal';
import { type AuthorName, writtenName } from './author-names';

/** Prints one reply while it is written. Other replies at the same time are skipped; the caller prints them when they are complete. */
export class ReplyPrinter {
  private turn: string | undefined;
  private text = '';
  private isOpen = false;
  private readonly completed = new Map<string, string>();

  constructor(
    private readonly write: (text: string) => void,
    private readonly nameOf: AuthorName = writtenName,
  ) {}

  /** Prints a piece, if it belongs to the current reply. */
  addPiece(piece: TokenPiece): void {
    if (this.isOpen && piece.turn !== this.turn) return;
    if (piece.kind === 'end') return this.finish();
    if (piece.kind === 'reset') return this.begin(piece);
    if (piece.turn !== this.turn) return;
    if (!this.isOpen) this.write(`${this.speaker(piece)}: `);
    this.isOpen = true;
    this.text += piece.text;
    this.write(sanitize(piece.text));
  }

  /** Is a reply being written? */
  get isWriting(): boolean {
    return this.isOpen;
  }

  /** Ends the line, for something else; the reply goes on in the next one. */
  breakLine(): void {
    if (this.isOpen) this.write('\n');
    this.isOpen = false;
  }

  /** Prints a remark, such as a tool call, on a separate line. */
  printNote(line: string): void {
    this.breakLine();
    this.write(`  · ${sanitize(line)}\n`);
  }

  /** Ends the line of the current reply. */
  finish(): void {
    if (this.turn !== undefined) this.completed.set(this.turn, this.text);
    if (this.isOpen) this.write('\n');
    this.turn = undefined;
    this.isOpen = false;
    this.text = '';
  }

  /** Was the completed text of this response printed? Of an incomplete response, more may have been printed than it contains. */
  hasShown({ context }: Envelope): boolean {
    const { turn, content = '', action } = context as { turn?: { id: string }; content?: string; action?: string };
    const shown = turn && this.completed.get(turn.id);
    if (!shown) return false;
    return action === 'speak' ? shown === content : shown.startsWith(content);
  }

  private speaker({ agent, audience }: TokenPiece): string {
    const readers = describeAudience(audience);
    return `${this.nameOf({ kind: 'agent', id: agent })}${readers === undefined ? '' : ` (${readers})`}`;
  }

  private begin(piece: TokenPiece): void {
    if (this.isOpen) this.write('\n(retrying…)\n');
    this.turn = piece.turn;
    this.isOpen = false;
    this.text = '';
  }
}
