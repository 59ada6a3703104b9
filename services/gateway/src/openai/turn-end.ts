import { Injectable } from '@nestjs/common';
import { CrumbError, type Envelope, refuse, Turns } from '@crumbtrail/contracts';
import { Asks } from '../adapters/asks.nats';
import { Bell } from '../live/bell';
import { Closing } from '../live/closing';
import { lookUntil } from '../live/look-until';
import { Reading } from '../reading';
import type { Asked } from './asking';
import { badParam, OpenAiRefusal } from './refusal';

/** Their clients wait no longer. Every turn ends by its own deadline; this is for those that wait in a lane. */
const ANSWER_WITHIN_MS = 600_000;

/** Waits for the ends of turns. */
@Injectable()
export class TurnEnd {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
    private readonly closing: Closing,
  ) {}

  /** The response that ends the turn; null when the client has left. */
  async of(asked: Asked): Promise<Envelope | null> {
    const { identity, message, gone } = asked;
    const bell = new Bell();
    const stop = this.asks.wakeUps(identity.workspace, ({ session }) => session === message.session && bell.ring());
    try {
      const found = await lookUntil(() => this.look(asked), { bell, gone, now: Date.now }, ANSWER_WITHIN_MS);
      if (found) return found;
    } finally {
      stop();
    }
    if (this.closing.signal.aborted) throw refuse('unavailable', 'The gateway is closing; send the request again.');
    if (gone.aborted) return null;
    throw late(asked);
  }

  /** A store that is away for a moment is asked again. */
  private async look({ caller, to, message }: Asked): Promise<Envelope | null> {
    try {
      const { decided, turns } = await this.asks.ask(Turns, caller, { cause: message.id });
      const turn = turns.find(({ agent }) => agent === to.agent);
      if (decided && !turn) throw notWoken(to.agent);
      return turn?.response_id === undefined ? null : await this.reading.one(caller, turn.response_id);
    } catch (error) {
      if (error instanceof CrumbError && error.transient) return null;
      throw error;
    }
  }
}

function notWoken(agent: string): OpenAiRefusal {
  return badParam('model', `${agent} was not woken by the message: it is muted, or its subscriptions ask for more.`);
}

function late({ to, turn }: Asked): OpenAiRefusal {
  const minutes = ANSWER_WITHIN_MS / 60_000;
  const message = `${to.agent} has not answered in ${minutes} minutes; its turn ${turn} goes on in the log.`;
  return new OpenAiRefusal(504, { message, type: 'server_error', param: null, code: 'timeout' });
}
