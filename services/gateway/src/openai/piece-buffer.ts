import type { TokenPiece } from '@crumbtrail/contracts';
import type { ServiceRequests } from '../ports';

/** Pieces that are held at most, until somebody says which turn is wanted. */
const MOST = 4_096;

/** Listens in a session from before the message is left there, so that no piece of its answer is missed. */
export class PieceBuffer {
  private silence: () => void = () => undefined;
  private held: TokenPiece[] = [];
  private taker: ((piece: TokenPiece) => void) | undefined;

  constructor(
    private readonly requests: Pick<ServiceRequests, 'onPieces'>,
    private readonly workspace: string,
  ) {}

  /** Listens there, and nowhere else any more. */
  listenIn(session: string): void {
    this.close();
    this.held = [];
    this.silence = this.requests.onPieces(this.workspace, session, (piece) => {
      if (this.taker) this.taker(piece);
      else if (this.held.length < MOST) this.held.push(piece);
    });
  }

  /** Gives what was heard, and from now on what is. */
  drainTo(taker: (piece: TokenPiece) => void): void {
    this.taker = taker;
    this.held.splice(0).forEach(taker);
  }

  close(): void {
    this.silence();
  }
}
