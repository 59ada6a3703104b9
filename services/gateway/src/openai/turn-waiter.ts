import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import { CrumbError, type Envelope, refuse, Turns } from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import { ShutdownSignal } from '../http/shutdown-signal';
import { pollUntil } from '../live/poll-until';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { SubmittedChat } from './chat-submitter';
import { invalidParam, OpenAiError } from './openai-error';

/** OpenAI clients wait no longer than this. A running turn ends by its own deadline; this limit is for turns queued in a lane. */
const ANSWER_WITHIN_MS = 600_000;

/** Waits for turns to end. */
@Injectable()
export class TurnWaiter {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly closing: ShutdownSignal,
  ) {}

  /** The response that ends the turn; null if the client has disconnected. */
  async waitForResponse(asked: SubmittedChat): Promise<Envelope | null> {
    const { identity, message, gone } = asked;
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(
      identity.workspace,
      ({ session }) => session === message.session && wakeSignal.notify(),
    );
    try {
      const found = await pollUntil(() => this.look(asked), { wakeSignal, gone, now: Date.now }, ANSWER_WITHIN_MS);
      if (found) return found;
    } finally {
      stop();
    }
    if (this.closing.signal.aborted) throw refuse('unavailable', 'The gateway is closing; send the request again.');
    if (gone.aborted) return null;
    throw timeoutError(asked);
  }

  /** Treats an unavailable store as "not closed yet", so that the request is retried. */
  private async look({ caller, to, message }: SubmittedChat): Promise<Envelope | null> {
    try {
      const { decided, turns } = await this.requests.request(Turns, caller, { cause: message.id });
      const turn = turns.find(({ agent }) => agent === to.agent);
      if (decided && !turn) throw notWokenError(to.agent);
      return turn?.response_id === undefined ? null : await this.reader.read(caller, turn.response_id);
    } catch (error) {
      if (error instanceof CrumbError && error.transient) return null;
      throw error;
    }
  }
}

function notWokenError(agent: string): OpenAiError {
  return invalidParam(
    'model',
    `${agent} was not woken by the message: it is muted, or its subscriptions do not match the message.`,
  );
}

function timeoutError({ to, turn }: SubmittedChat): OpenAiError {
  const minutes = ANSWER_WITHIN_MS / 60_000;
  const message = `${to.agent} has not answered in ${minutes} minutes; its turn ${turn} continues in the log.`;
  return new OpenAiError(504, { message, type: 'server_error', param: null, code: 'timeout' });
}
