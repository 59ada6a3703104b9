import { Injectable } from '@nestjs/common';
import { TurnStopper } from '../turns/turn-stopper';
import type { SubmittedChat } from './chat-submitter';
import type { ClientLeft } from './completion-streamer';

/** A turn that a client waits for. */
export type ClientTurn = Pick<SubmittedChat, 'caller' | 'turn' | 'onDisconnect'>;

/** Who waits for which turn. When the last client that waits for a turn disconnects, the turn is stopped or continues, as the request or the agent says. */
@Injectable()
export class WaitingClients {
  /** How many requests wait for each turn: a client's library that repeats a request joins the turn of the first attempt. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly stopper: TurnStopper) {}

  /** Counts a client while it is answered. `answer` returns null, or what was shown to a client that has disconnected. */
  async serve({ caller, turn, onDisconnect }: ClientTurn, answer: () => Promise<ClientLeft | null>): Promise<void> {
    this.waiting.set(turn, (this.waiting.get(turn) ?? 0) + 1);
    try {
      const left = await answer();
      const isLast = this.waiting.get(turn) === 1;
      if (left && isLast && onDisconnect === 'stop') await this.stopper.stop(caller, turn, left.shown);
    } finally {
      this.leave(turn);
    }
  }

  private leave(turn: string): void {
    const others = (this.waiting.get(turn) ?? 1) - 1;
    if (others > 0) this.waiting.set(turn, others);
    else this.waiting.delete(turn);
  }
}
