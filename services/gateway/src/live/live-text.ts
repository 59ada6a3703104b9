import type { TokenPiece } from '@crumbtrail/contracts';
import { isAhead, classifyPiece, type PiecePosition } from './piece-order';

/** What the live text of a session needs of the world. */
export interface LiveSource {
  /** What has been written so far of a turn: a reset and one piece with all the text, or nothing. */
  readonly soFar: (turn: string) => Promise<readonly TokenPiece[]>;
  readonly show: (piece: TokenPiece) => void;
  readonly failed: (error: unknown) => void;
}

/** Most turns remembered; the oldest goes first. A session writes one or a few replies at a time. */
const REMEMBERED = 64;

/**
 * The replies that are being written, as one reader sees them: each piece once and in order; whoever joins late, or lost
 * a piece on the way, gets a reset and the text so far, and then goes on.
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

  /** Shows what was written of a turn before anybody listened: the next piece may be long in coming. */
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
    // A hole that nobody can fill any more is left: the crumb has the whole text.
    for (const one of held) if (isAhead(this.places.get(one.turn), one)) this.show(one);
  }

  private show(piece: TokenPiece): void {
    this.places.delete(piece.turn);
    this.places.set(piece.turn, { attempt: piece.attempt, index: piece.index });
    if (this.places.size > REMEMBERED) this.places.delete(this.places.keys().next().value as string);
    this.source.show(piece);
  }
}
