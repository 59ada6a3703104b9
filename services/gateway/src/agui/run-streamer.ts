import { type Event, EventType } from '@ag-ui/core';
import { Inject, Injectable } from '@nestjs/common';
import type { AgUiRunInput } from '@crumbtrail/contracts/http/agui';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Response } from 'express';
import { OpenStreams } from '../live/open-streams';
import type { ClientLeft } from '../openai/completion-streamer';
import { callId } from '../openai/client-calls';
import { readRefusal } from '../openai/read-refusal';
import { ReplyFollower } from '../openai/reply-follower';
import { JUST_DECIDED, NOTHING_KNOWN, settleTurn } from '../openai/settle-turn';
import { readResult } from '../openai/turn-result';
import { type TurnResult, TurnWaiter } from '../openai/turn-waiter';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { FollowedRun } from './followed-run';
import { RunEvents } from './run-events';
import { toInterrupt } from './run-interrupts';
import { isAboutTools, RunTools } from './run-tools';

const CLOSING: Event = {
  type: EventType.RUN_ERROR,
  message: 'The gateway is closing; send the run again.',
  code: 'unavailable',
};

const INTERNAL = 'The run failed with an internal error. The gateway logged it at this time.';

/** What a run shows of its turn. */
interface ShownRun {
  readonly run: FollowedRun;
  readonly events: RunEvents;
  readonly tools: RunTools;
}

/** Streams a turn as the events of a run. */
@Injectable()
export class RunStreamer {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly waiter: TurnWaiter,
    private readonly replies: ReplyFollower,
    private readonly streams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns null, or what was shown to a client that has disconnected. */
  async stream(response: Response, { threadId, runId }: AgUiRunInput, run: FollowedRun): Promise<ClientLeft | null> {
    const stream = this.streams.admit(response, { last: { data: CLOSING } });
    stream.open();
    const events = new RunEvents({ threadId, runId }, (data) => stream.offer({ data }));
    const { message, turn, ear } = run;
    events.start({ session: message.session ?? '', trail_id: message.trail_id, turn });
    try {
      const left = await this.show(run, events);
      if (!left) stream.close({ comment: 'the end' });
      return left;
    } catch (error) {
      this.fail(events, error, turn);
      stream.close({ comment: 'the end' });
      return null;
    } finally {
      ear.close();
    }
  }

  private fail(events: RunEvents, error: unknown, turn: string): void {
    const refusal = readRefusal(error);
    if (!refusal) this.logger.error({ err: error, turn }, 'a run failed');
    const { message, code } = refusal ?? { message: INTERNAL, code: 'internal' };
    events.fail(message, code);
  }

  private async show(run: FollowedRun, events: RunEvents): Promise<ClientLeft | null> {
    const { requests, reader } = this;
    const onFailure = (err: unknown): void =>
      this.logger.warn({ err, turn: run.turn }, 'calls of a run could not be read');
    const tools = new RunTools({ requests, reader, asked: run, events, onFailure });
    const isLater = run.begins === 'continued' || run.begins === 'decided';
    if (isLater) await tools.skip();
    const stop = requests.onEvents(run.identity, (event) => {
      if (event.session === run.message.session && isAboutTools(event)) void tools.look();
    });
    try {
      const live = this.replies.follow(run, (piece) => events.hear(piece));
      if (run.begins === 'again') void live?.join(run.turn);
      const known = run.begins === 'decided' ? JUST_DECIDED : NOTHING_KNOWN;
      const end = await settleTurn(this.waiter, run, known);
      if (!end) return { shown: events.shown };
      await tools.look();
      finish({ run, events, tools }, end);
      return null;
    } finally {
      stop();
    }
  }
}

function finish({ run, events, tools }: ShownRun, end: TurnResult): void {
  if ('calls' in end) {
    end.calls.forEach((call) => tools.announce(call));
    return events.finish('', { type: 'success', pendingToolCallIds: end.calls.map(callId) });
  }
  if ('approvals' in end && interruptsOf(end.approvals).length > 0)
    return events.finish('', { type: 'interrupt', interrupts: interruptsOf(end.approvals).map(toInterrupt) });
  const { content, usage } = readResult(end, run);
  events.finish(content, { type: 'success' }, usage);
}

/** What this client may decide. An interrupt that it cannot answer would keep it from going on. */
const interruptsOf = (approvals: readonly ApprovalView[]): ApprovalView[] =>
  approvals.filter(({ may_decide }) => may_decide);
