import type { TokenPiece } from '@crumbtrail/contracts';
import { isAhead, classifyPiece, type PiecePosition } from './piece-order';

/** Dependencies of {@link LiveText}. */
export interface LiveSource {
  /** The text of a turn written so far: a reset and one piece with all of it, or an empty list. */
  readonly soFar: (turn: string) => Promise<readonly TokenPiece[]>;
  readonly show: (piece: TokenPiece) => void;
  readonly failed: (error: unknown) => void;
}

/** The most turns that are tracked; the oldest is dropped first. A session has one or a few replies in progress at a time. */
const REMEMBERED = 64;

/**
 * Shows one reader the replies in progress: each piece once and in order. A reader that joins late, or misses a piece, gets a
 * reset and the text so far, then the next pieces.
 */
export class LiveText {
  private readonly places = new Map<string, PiecePosition>();
  private readonly waiting = new Map<string, TokenPiece[]>();

  constructor(private readonly source: LiveSource) {}

  take(piece: TokenPiece): void {
    const held = this.waiting.get(piece.turn);
    if (held) return void held.push(piece);
    const verdict = classifyPiece(this.places.get(piece.turn), piece);
    if (verdict === 'show') this.show(piece);
    if (verdict === 'gap') void this.catchUp(piece.turn, [piece]);
  }

  /** Shows the text of a turn that was written before the reader joined, without waiting for the next piece. */
  async join(turn: string): Promise<void> {
    if (!this.waiting.has(turn)) await this.catchUp(turn, []);
  }

  private async catchUp(turn: string, held: TokenPiece[]): Promise<void> {
    this.waiting.set(turn, held);
    try {
      const soFar = await this.source.soFar(turn);
      const last = this.places.get(turn);
      if (soFar.some((one) => isAhead(last, one))) soFar.forEach((one) => this.show(one));
    } catch (error) {
      this.source.failed(error);
    }
    this.waiting.delete(turn);
    // A gap that cannot be filled is skipped: the breadcrumb will have the whole text.
    for (const one of held) if (isAhead(this.places.get(one.turn), one)) this.show(one);
  }

  private show(piece: TokenPiece): void {
    this.places.delete(piece.turn);
    this.places.set(piece.turn, { attempt: piece.attempt, index: piece.index });
    if (this.places.size > REMEMBERED) this.places.delete(this.places.keys().next().value as string);
    this.source.show(piece);
  }
}
