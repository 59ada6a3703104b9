import type { TokenPiece } from '@crumbtrail/contracts';
import type { ModelListener } from './model';

/** Whose reply: what every piece of it carries. */
export type ReplyAddress = Pick<TokenPiece, 'turn' | 'agent' | 'session' | 'audience'>;

type Publish = (workspace: string, piece: TokenPiece) => void;

/** The replies that this process is writing now: publishes their pieces, and tells a late joiner the text so far. */
export class LiveReplies {
  private readonly live = new Map<string, LiveReply>();

  constructor(private readonly publish: Publish) {}

  /**
   * Starts a reply. `before` is the highest attempt that any earlier holder of the turn may have sent, so that attempts
   * grow whoever writes.
   */
  begin(workspace: string, address: ReplyAddress, before: number): LiveReply {
    const key = `${workspace}/${address.turn}`;
    const reply = new LiveReply(
      address,
      before,
      (piece) => this.publish(workspace, piece),
      () => this.live.delete(key),
    );
    this.live.set(key, reply);
    return reply;
  }

  /** What a late joiner must know: a reset and one piece with all the text, indexed as the last one sent; null for a turn not run here. */
  soFar(workspace: string, turn: string): TokenPiece[] | null {
    return this.live.get(`${workspace}/${turn}`)?.soFar() ?? null;
  }
}

/** One reply while it is written. */
export class LiveReply implements ModelListener {
  private current = 0;
  private index = 0;
  private said = '';
  /** Half of a surrogate pair that waits for its other half. */
  private held = '';

  constructor(
    private readonly address: ReplyAddress,
    private readonly before: number,
    private readonly send: (piece: TokenPiece) => void,
    private readonly forget: () => void,
  ) {}

  attempt(attempt: number): void {
    this.current = this.before + attempt;
    this.index = 0;
    this.said = '';
    this.held = '';
    this.send(this.piece('reset', ''));
  }

  text(piece: string): void {
    const whole = this.held + piece;
    const half = /[\uD800-\uDBFF]$/.test(whole);
    this.held = half ? whole.slice(-1) : '';
    const text = (half ? whole.slice(0, -1) : whole).toWellFormed();
    if (text === '') return;
    this.index += 1;
    this.said += text;
    this.send(this.piece('text', text));
  }

  /** No more pieces come; the crumb is there, or somebody else goes on. */
  end(): void {
    this.index += 1;
    this.send(this.piece('end', ''));
    this.forget();
  }

  soFar(): TokenPiece[] {
    if (this.current === 0) return [];
    const reset = { ...this.piece('reset', ''), index: 0 };
    return this.said === '' ? [reset] : [reset, this.piece('text', this.said)];
  }

  private piece(kind: TokenPiece['kind'], text: string): TokenPiece {
    return { ...this.address, attempt: this.current, index: this.index, kind, text };
  }
}
