import { Inject, Injectable } from '@nestjs/common';
import type { AgentDefV1, ModelPricesV1, Ref } from '@crumbtrail/contracts';
import {
  type Capabilities,
  countRequestTokens,
  type Model,
  type ModelListener,
  type ModelReply,
  type ModelRequest,
  type Prices,
  replyCost,
} from '@crumbtrail/prompting';
import { FirstText } from '../telemetry/first-text';
import { providerOf } from '../telemetry/provider';
import { chat } from '../telemetry/spans';
import { TurnMeter } from '../telemetry/turn-meter';
import type { MeasuredReply } from '../turn/take-reply';
import { MODEL, SERVICE_OPTIONS, type TurnsOptions } from './options';

/** The listener of replies that nobody watches. */
export const SILENT: ModelListener = { attempt: () => undefined, text: () => undefined };

/** The agent that a model is called for, in a turn or outside of turns. */
export interface AskingAgent {
  readonly agent: string;
  readonly definition: AgentDefV1;
  readonly definition_ref: Ref;
  readonly session?: string | undefined;
  readonly turn_id?: string;
}

/** A request to the model, and who asks. */
export interface MeasuredRequest {
  readonly asking: AskingAgent;
  /** The workspace's prices of models, if it has any. */
  readonly prices?: ModelPricesV1['models'] | undefined;
  readonly request: ModelRequest;
}

/** Calls the configured model, with a span, metrics and the cost. */
@Injectable()
export class MeasuredModel {
  readonly can: Capabilities;
  private readonly provider: ReturnType<typeof providerOf>;

  constructor(
    @Inject(MODEL) private readonly model: Model,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
    private readonly meter: TurnMeter,
  ) {
    this.can = options.profile?.can ?? {};
    this.provider = providerOf(options.profile);
  }

  /** Whether a model is configured. The built-in one does not count, because it only quotes. */
  get isConfigured(): boolean {
    return this.options.profile !== undefined;
  }

  /** The name of the model that receives a request. */
  modelOf(request: ModelRequest): string {
    return request.model ?? this.options.profile?.name ?? 'offline';
  }

  async call(asked: MeasuredRequest, listener: ModelListener, signal: AbortSignal): Promise<MeasuredReply> {
    const { asking, request } = asked;
    const counted = countRequestTokens(asking, request);
    const first = new FirstText(listener, () => performance.now());
    const about = { turn: asking, request, model: this.modelOf(request), provider: this.provider };
    const generate = (): Promise<ModelReply> => this.model.generate(request, first, signal);
    const reply = await chat(about, () => first.ms, generate);
    const prices = this.pricesFor(asked, reply);
    const measured = { counted, latency: first.soFar, cost: replyCost(reply.usage, prices), prices };
    this.meter.called({ model: about.model, reply, measured, firstMs: first.ms });
    return { reply, measured };
  }

  /**
   * The definition's prices, else the workspace's prices of the answering or requested model, else the configured ones.
   */
  private pricesFor({ asking, prices = [] }: MeasuredRequest, reply: ModelReply): Prices | undefined {
    const { profile } = this.options;
    const { model } = asking.definition;
    const priced = (name?: string): Prices | undefined => prices.find((one) => one.model === name);
    return model?.prices ?? priced(reply.model) ?? priced(model?.name ?? profile?.name) ?? profile?.prices;
  }
}
