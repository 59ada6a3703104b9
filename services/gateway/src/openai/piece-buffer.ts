import type { TokenPiece } from '@crumbtrail/contracts';
import type { WorkspacePlace } from '../cells/cell-directory';
import type { ServiceRequests } from '../ports';

/** How many pieces are buffered before the turn is known; later ones are dropped. */
const MOST = 4_096;

/** Buffers the pieces of a session from before the message is written, so that no piece of its answer is missed. */
export class PieceBuffer {
  private silence: () => void = () => undefined;
  private held: TokenPiece[] = [];
  private taker: ((piece: TokenPiece) => void) | undefined;

  constructor(
    private readonly requests: Pick<ServiceRequests, 'onPieces'>,
    private readonly place: WorkspacePlace,
  ) {}

  /** Subscribes to a session, ends the previous subscription and clears the buffer. */
  listenIn(session: string): void {
    this.close();
    this.held = [];
    this.silence = this.requests.onPieces(this.place, session, (piece) => {
      if (this.taker) this.taker(piece);
      else if (this.held.length < MOST) this.held.push(piece);
    });
  }

  /** Passes the buffered pieces to the listener, then each new piece. */
  drainTo(taker: (piece: TokenPiece) => void): void {
    this.taker = taker;
    this.held.splice(0).forEach(taker);
  }

  close(): void {
    this.silence();
  }
}
