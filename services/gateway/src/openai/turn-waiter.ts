import { WakeSignal } from '@crumbtrail/platform';
import { Injectable } from '@nestjs/common';
import { CrumbError, type Envelope, refuse, Turns, type TurnView } from '@crumbtrail/contracts';
import { type ApprovalView, ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { ServiceRequests } from '../ports';
import { ShutdownSignal } from '../http/shutdown-signal';
import { pollUntil } from '../live/poll-until';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { SubmittedChat } from './chat-submitter';
import { ClientCalls, type ClientRequest } from './client-calls';
import { invalidParam, OpenAiError } from './openai-error';

/** OpenAI clients wait no longer than this. A running turn ends by its own deadline; this limit is for turns queued in a lane. */
const ANSWER_WITHIN_MS = 600_000;

/**
 * What a request waits for: the response that ends the turn, calls of tools that the client runs, or calls that wait for a person, of which
 * the client may see those that its key may read.
 */
export type TurnResult =
  | { readonly response: Envelope }
  | { readonly calls: readonly ClientRequest[] }
  | { readonly approvals: readonly ApprovalView[] };

/** A message in the log whose turn is awaited. */
export interface AwaitedTurn extends Pick<SubmittedChat, 'caller' | 'identity' | 'message' | 'turn' | 'gone'> {
  readonly to: { readonly agent: string };
}

/** Waits for turns to end, or to need their client. */
@Injectable()
export class TurnWaiter {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly calls: ClientCalls,
    private readonly closing: ShutdownSignal,
  ) {}

  /** Null if the client has disconnected. */
  waitForResult(asked: AwaitedTurn): Promise<TurnResult | null> {
    return this.wait(asked, () => this.look(asked));
  }

  /** Waits until the message has woken the agent; null if the client has disconnected. */
  waitForTurn(asked: AwaitedTurn): Promise<TurnView | null> {
    return this.wait(asked, () => this.retryLater(async () => (await this.readTurn(asked)) ?? null));
  }

  private async wait<Found>(asked: AwaitedTurn, look: () => Promise<Found | null>): Promise<Found | null> {
    const { identity, message, gone } = asked;
    const wakeSignal = new WakeSignal();
    const stop = this.requests.onEvents(identity, ({ session }) => session === message.session && wakeSignal.notify());
    try {
      const found = await pollUntil(look, { wakeSignal, gone, now: Date.now }, ANSWER_WITHIN_MS);
      if (found) return found;
    } finally {
      stop();
    }
    if (this.closing.signal.aborted) throw refuse('unavailable', 'The gateway is closing; send the request again.');
    if (gone.aborted) return null;
    throw timeoutError(asked);
  }

  private look(asked: AwaitedTurn): Promise<TurnResult | null> {
    return this.retryLater(async () => {
      const turn = await this.readTurn(asked);
      if (turn?.response_id !== undefined) return { response: await this.reader.read(asked.caller, turn.response_id) };
      if (turn?.waits) return this.readApprovals(asked);
      return this.lookForCalls(asked);
    });
  }

  /** The turn of the agent on the message, once it is requested. */
  private async readTurn({ caller, to, message }: AwaitedTurn): Promise<TurnView | undefined> {
    const { decided, turns } = await this.requests.request(Turns, caller, { cause: message.id });
    const turn = turns.find(({ agent }) => agent === to.agent);
    if (decided && !turn) throw notWokenError(to.agent);
    return turn;
  }

  /** Treats an unavailable store as "not found yet", so that the request is retried. */
  private async retryLater<Found>(look: () => Promise<Found | null>): Promise<Found | null> {
    try {
      return await look();
    } catch (error) {
      if (error instanceof CrumbError && error.transient) return null;
      throw error;
    }
  }

  private async readApprovals({ caller, turn }: AwaitedTurn): Promise<TurnResult> {
    const { approvals } = await this.requests.request(ListApprovals, caller, { turn });
    return { approvals };
  }

  private async lookForCalls({ caller, turn, message }: AwaitedTurn): Promise<TurnResult | null> {
    if (message.context['tools'] === undefined) return null;
    const calls = await this.calls.pending(caller, turn, message);
    return calls.length > 0 ? { calls } : null;
  }
}

function notWokenError(agent: string): OpenAiError {
  return invalidParam(
    'model',
    `${agent} was not woken by the message: it is muted, or its subscriptions do not match the message.`,
  );
}

function timeoutError({ to, turn }: AwaitedTurn): OpenAiError {
  const minutes = ANSWER_WITHIN_MS / 60_000;
  const message = `${to.agent} has not answered in ${minutes} minutes; its turn ${turn} continues in the log.`;
  return new OpenAiError(504, { message, type: 'server_error', param: null, code: 'timeout' });
}
