import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { sanitize } from '../terminal';

/** Writes one reply while it comes. Others that come at the same time are left to be shown whole when they are there. */
export class ReplyPrinter {
  private turn: string | undefined;
  private text = '';
  private isOpen = false;
  private readonly whole = new Map<string, string>();

  constructor(private readonly write: (text: string) => void) {}

  addPiece(piece: TokenPiece): void {
    if (this.isOpen && piece.turn !== this.turn) return;
    if (piece.kind === 'end') return this.finish();
    if (piece.kind === 'reset') return this.begin(piece);
    if (piece.turn !== this.turn) return;
    if (!this.isOpen) this.write(`${piece.agent}: `);
    this.isOpen = true;
    this.text += piece.text;
    this.write(sanitize(piece.text));
  }

  /** Something else that happens meanwhile, on a line of its own. */
  printNote(line: string): void {
    if (this.isOpen) this.write('\n');
    this.isOpen = false;
    this.write(`  · ${sanitize(line)}\n`);
  }

  /** Ends the line. */
  finish(): void {
    if (this.turn !== undefined) this.whole.set(this.turn, this.text);
    if (this.isOpen) this.write('\n');
    this.turn = undefined;
    this.isOpen = false;
    this.text = '';
  }

  /** Was all that this response says shown while it was written? Of one that was cut off, the reader may have seen more. */
  hasShown({ context }: Envelope): boolean {
    const { turn, content = '', action } = context as { turn?: { id: string }; content?: string; action?: string };
    const shown = turn && this.whole.get(turn.id);
    if (!shown) return false;
    return action === 'speak' ? shown === content : shown.startsWith(content);
  }

  private begin(piece: TokenPiece): void {
    if (this.isOpen) this.write('\n(retrying…)\n');
    this.turn = piece.turn;
    this.isOpen = false;
    this.text = '';
  }
}
