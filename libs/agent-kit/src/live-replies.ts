import { setTimeout as wait } from 'node:timers/promises';
import type { TokenPiece } from '@crumbtrail/contracts';
import type { ModelListener } from '@crumbtrail/prompting';

/** The fields that identify a reply in every piece. */
export type ReplyAddress = Pick<TokenPiece, 'turn' | 'agent' | 'session' | 'audience'>;

type Publish = (workspace: string, piece: TokenPiece) => void;

/**
 * How long the answer for a paused turn is delayed: another process may write its next part by now and should answer
 * first.
 */
const REST_MS = 200;
/** Maximum number of paused turns in memory; the oldest is dropped first. */
const MOST_RESTING = 1_000;

/** The replies that this process is writing: publishes their pieces and gives late joiners the text so far. */
export class LiveReplies {
  private readonly live = new Map<string, ReplyStream>();
  private readonly resting = new Map<string, ReplyStream>();

  constructor(private readonly publish: Publish) {}

  /**
   * Starts a reply. `before` is the highest attempt number that an earlier holder of the turn may have used, so that
   * attempt numbers only grow.
   */
  begin(workspace: string, address: ReplyAddress, before: number): ReplyStream {
    const key = `${workspace}/${address.turn}`;
    const reply = new ReplyStream(address, before, {
      send: (piece) => this.publish(workspace, piece),
      rest: () => this.rest(key, reply),
      forget: () => this.forget(key),
    });
    this.resting.delete(key);
    this.live.set(key, reply);
    return reply;
  }

  /**
   * The pieces for a late joiner: a reset and one piece with the whole text, with the index of the last piece sent;
   * null for a turn that is not written here.
   */
  async soFar(workspace: string, turn: string): Promise<TokenPiece[] | null> {
    const key = `${workspace}/${turn}`;
    const live = this.live.get(key);
    if (live) return live.soFar();
    if (!this.resting.has(key)) return null;
    await wait(REST_MS);
    return (this.live.get(key) ?? this.resting.get(key))?.soFar() ?? null;
  }

  /** The turn has ended. */
  over(workspace: string, turn: string): void {
    this.resting.delete(`${workspace}/${turn}`);
  }

  private rest(key: string, reply: ReplyStream): void {
    this.live.delete(key);
    this.resting.set(key, reply);
    for (const oldest of this.resting.keys()) {
      if (this.resting.size <= MOST_RESTING) break;
      this.resting.delete(oldest);
    }
  }

  private forget(key: string): void {
    this.live.delete(key);
    this.resting.delete(key);
  }
}

/** What a reply reports to LiveReplies. */
interface Desk {
  send(piece: TokenPiece): void;
  rest(): void;
  forget(): void;
}

/** One reply while it is written; each call of the model starts it again. */
export class ReplyStream implements ModelListener {
  private current = 0;
  private base: number;
  private index = 0;
  private said = '';
  /** The first half of a surrogate pair, until the second arrives. */
  private held = '';

  constructor(
    private readonly address: ReplyAddress,
    before: number,
    private readonly desk: Desk,
  ) {
    this.base = before;
  }

  attempt(attempt: number): void {
    if (attempt === 1) this.base = Math.max(this.base, this.current);
    this.current = this.base + attempt;
    this.index = 0;
    this.said = '';
    this.held = '';
    this.desk.send(this.piece('reset', ''));
  }

  text(piece: string): void {
    const whole = this.held + piece;
    const half = /[\uD800-\uDBFF]$/.test(whole);
    this.held = half ? whole.slice(-1) : '';
    const text = (half ? whole.slice(0, -1) : whole).toWellFormed();
    if (text === '') return;
    this.index += 1;
    this.said += text;
    this.desk.send(this.piece('text', text));
  }

  /** Tools are running: no more pieces follow until they are done, here or in another process. */
  rest(): void {
    this.desk.rest();
  }

  /** No more pieces follow: the response is stored, or another process continues. */
  end(): void {
    this.index += 1;
    this.desk.send(this.piece('end', ''));
    this.desk.forget();
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
