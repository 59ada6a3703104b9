import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import { type ActiveClaim, GracefulAbort, TurnEnds } from '@crumbtrail/tool-runtime';
import {
  type Model,
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  replyCost,
  type Capabilities,
  type Prices,
  countRequestTokens,
} from '@crumbtrail/prompting';
import { LiveReplies, type ReplyStream } from '../../live-replies';
import { FirstText } from '../../telemetry/first-text';
import { providerOf } from '../../telemetry/provider';
import { chat } from '../../telemetry/spans';
import { TurnMeter } from '../../telemetry/turn-meter';
import type { MeasuredReply } from '../../turn/take-reply';
import { MODEL, SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { TurnModels, type LoadedTurn, type TurnModel, type TurnWakeUp, type UnfinishedCall } from '../ports';

/** More attempts than one holder of a turn makes. Fences grow with each holder, and attempt numbers with the fences. */
const ATTEMPTS_OF_A_HOLDER = 10_000;

/** For replies that nobody watches. */
const SILENT: ModelListener = { attempt: () => undefined, text: () => undefined };

/** Runs turns on the configured model, streams their pieces, and answers late joiners. */
@Injectable()
export class StreamingTurnModels extends TurnModels implements OnModuleInit {
  @Inject(MODEL) readonly model!: Model;
  @Inject(TurnEnds) readonly ends!: TurnEnds;
  @Inject(GracefulAbort) private readonly leaving!: GracefulAbort;
  @Inject(TurnMeter) readonly meter!: TurnMeter;
  readonly can: Capabilities;
  readonly live: LiveReplies;
  readonly provider: ReturnType<typeof providerOf>;

  constructor(
    private readonly bus: Bus,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {
    super();
    this.can = options.profile?.can ?? {};
    this.provider = providerOf(options.profile);
    this.live = new LiveReplies((workspace, piece) => bus.publishPiece(workspace, piece));
  }

  onModuleInit(): Promise<void> {
    return this.bus.respondToJoins((workspace, turn) => this.live.soFar(workspace, turn));
  }

  begin(wakeUp: TurnWakeUp, claim: ActiveClaim): TurnModel {
    return new StreamingTurnModel(this, wakeUp, claim);
  }

  /** The name of the model that receives a request. */
  modelOf(request: ModelRequest): string {
    return request.model ?? this.options.profile?.name ?? 'offline';
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

  /** Calls the model, with a span, metrics and the cost. */
  async measure(
    open: LoadedTurn,
    request: ModelRequest,
    listener: ModelListener,
    signal: AbortSignal,
  ): Promise<MeasuredReply> {
    const counted = countRequestTokens(open.turn, request);
    const first = new FirstText(listener, () => performance.now());
    const about = { turn: open.turn, request, model: this.modelOf(request), provider: this.provider };
    const generate = (): Promise<ModelReply> => this.model.generate(request, first, signal);
    const reply = await chat(about, () => first.ms, generate);
    const prices = this.pricesFor(open, reply);
    const measured = { counted, latency: first.soFar, cost: replyCost(reply.usage, prices), prices };
    this.meter.called({ model: about.model, reply, measured, firstMs: first.ms });
    return { reply, measured };
  }

  /**
   * The definition's prices, else the workspace's prices of the answering or requested model, else the configured ones.
   */
  pricesFor({ turn, prices = [] }: LoadedTurn, reply: ModelReply): Prices | undefined {
    const { profile } = this.options;
    const { model } = turn.definition;
    const priced = (name?: string): Prices | undefined => prices.find((one) => one.model === name);
    return model?.prices ?? priced(reply.model) ?? priced(model?.name ?? profile?.name) ?? profile?.prices;
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
      return await this.all.measure(open, request, listener, signal);
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
