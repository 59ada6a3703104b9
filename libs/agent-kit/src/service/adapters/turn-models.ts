import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import { type ActiveClaim, GracefulAbort, TurnEnds } from '@crumbtrail/tool-runtime';
import type { Capabilities, ModelListener, ModelRequest } from '@crumbtrail/prompting';
import { LiveReplies, type ReplyStream } from '../../live-replies';
import type { MeasuredReply } from '../../turn/take-reply';
import { MeasuredModel, SILENT } from '../measured-model';
import { RemoteAgents } from '../remote/remote-agents';
import { TurnModels, type LoadedTurn, type TurnModel, type TurnWakeUp, type UnfinishedCall } from '../ports';

/** More attempts than one holder of a turn makes. Fences grow with each holder, and attempt numbers with the fences. */
const ATTEMPTS_OF_A_HOLDER = 10_000;

/** A request for the next reply of a turn, by whoever holds it. */
interface AskedAnswer {
  readonly open: LoadedTurn;
  readonly request: ModelRequest;
  readonly claim: ActiveClaim;
}

/** Runs turns on the configured model, streams their pieces, and answers late joiners. */
@Injectable()
export class StreamingTurnModels extends TurnModels implements OnModuleInit {
  @Inject(TurnEnds) readonly ends!: TurnEnds;
  @Inject(GracefulAbort) private readonly leaving!: GracefulAbort;
  readonly live: LiveReplies;

  constructor(
    private readonly bus: Bus,
    private readonly model: MeasuredModel,
    private readonly remote: RemoteAgents,
  ) {
    super();
    this.live = new LiveReplies((workspace, piece) => bus.publishPiece(workspace, piece));
  }

  can({ turn: { workspace }, connection }: LoadedTurn): Capabilities {
    return this.model.can({ workspace, connection });
  }

  onModuleInit(): Promise<void> {
    return this.bus.respondToJoins((workspace, turn) => this.live.soFar(workspace, turn));
  }

  begin(wakeUp: TurnWakeUp, claim: ActiveClaim): TurnModel {
    return new StreamingTurnModel(this, wakeUp, claim);
  }

  get going(): AbortSignal {
    return this.leaving.signal;
  }

  async call(open: LoadedTurn, request: ModelRequest, timeoutMs: number): Promise<MeasuredReply | UnfinishedCall> {
    const watch = this.ends.watch(open.turn.workspace, open.turn.turn_id);
    const timeout = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
    try {
      return await this.measure(open, request, SILENT, AbortSignal.any([this.going, watch.ended, timeout]));
    } catch (error) {
      if (watch.ended.aborted) return 'turn ended';
      if (timeout.aborted) return 'timeout';
      throw error;
    } finally {
      watch.stop();
    }
  }

  /** Asks for the answer of a turn: the agent elsewhere, where the definition names one, else the model. */
  answer({ open, request, claim }: AskedAnswer, listener: ModelListener, signal: AbortSignal): Promise<MeasuredReply> {
    const { turn } = open;
    const elsewhere = this.remote.of(turn, claim);
    if (!elsewhere) return this.measure(open, request, listener, signal);
    return this.model.call({ asking: turn, workspace: turn.workspace, request, elsewhere }, listener, signal);
  }

  /** Calls the model for a turn. */
  measure(
    { turn, prices, connection }: LoadedTurn,
    request: ModelRequest,
    listener: ModelListener,
    signal: AbortSignal,
  ): Promise<MeasuredReply> {
    return this.model.call({ asking: turn, workspace: turn.workspace, prices, connection, request }, listener, signal);
  }
}

/** One process's part of a turn. */
class StreamingTurnModel implements TurnModel {
  private reply: ReplyStream | undefined;

  constructor(
    private readonly all: StreamingTurnModels,
    private readonly wakeUp: TurnWakeUp,
    private readonly claim: ActiveClaim,
  ) {}

  async generate(open: LoadedTurn, request: ModelRequest): Promise<MeasuredReply | null> {
    const listener = (this.reply ??= this.begin(open));
    const watch = this.all.ends.watch(this.wakeUp.workspace, this.wakeUp.turn);
    try {
      const signal = AbortSignal.any([this.claim.lost, this.all.going, watch.ended]);
      return await this.all.answer({ open, request, claim: this.claim }, listener, signal);
    } catch (error) {
      if (watch.ended.aborted) return null;
      throw error;
    } finally {
      watch.stop();
    }
  }

  showText(open: LoadedTurn, text: string): void {
    const reply = (this.reply ??= this.begin(open));
    reply.attempt(1);
    reply.text(text);
  }

  pause(): void {
    if (!this.reply) return;
    const { workspace, turn } = this.wakeUp;
    this.reply.rest();
    const watch = this.all.ends.watch(workspace, turn);
    const over = (): void => {
      watch.stop();
      this.all.live.over(workspace, turn);
    };
    watch.ended.addEventListener('abort', over, { once: true });
  }

  end(): void {
    this.reply?.end();
  }

  private begin({ turn }: LoadedTurn): ReplyStream {
    const { turn_id, agent, session, audience } = turn;
    const before = (this.claim.fence - 1) * ATTEMPTS_OF_A_HOLDER;
    return this.all.live.begin(this.wakeUp.workspace, { turn: turn_id, agent, session, audience }, before);
  }
}
