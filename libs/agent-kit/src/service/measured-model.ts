import { Injectable } from '@nestjs/common';
import type { AgentDefV1, ModelConnectionV1, ModelPricesV1, Ref } from '@crumbtrail/contracts';
import {
  type Capabilities,
  countRequestTokens,
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
import { ConnectedModels, type ChosenModel, type WorkspaceConnection } from './connected-models';
import type { RemoteModel } from './remote/remote-agents';

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
  readonly workspace: string;
  /** The model that an operator has connected in the workspace. */
  readonly connection?: ModelConnectionV1 | undefined;
  /** The workspace's prices of models, if it has any. */
  readonly prices?: ModelPricesV1['models'] | undefined;
  readonly request: ModelRequest;
  /** The agent elsewhere that is asked in place of a model. What it costs is unknown. */
  readonly elsewhere?: RemoteModel;
}

/** Calls the model of a workspace, with a span, metrics and the cost. */
@Injectable()
export class MeasuredModel {
  constructor(
    private readonly models: ConnectedModels,
    private readonly meter: TurnMeter,
  ) {}

  /** What the provider of a workspace's model supports. */
  can(where: WorkspaceConnection): Capabilities {
    return this.models.of(where).can;
  }

  /** Whether a model is configured. The built-in one does not count, because it only quotes. */
  isConfigured(where: WorkspaceConnection): boolean {
    return this.models.of(where).profile !== undefined;
  }

  /** The name of the model that receives a request. */
  modelOf(where: WorkspaceConnection, request: ModelRequest): string {
    return nameOf(this.models.of(where), request);
  }

  async call(asked: MeasuredRequest, listener: ModelListener, signal: AbortSignal): Promise<MeasuredReply> {
    const { asking, request } = asked;
    const counted = countRequestTokens(asking, request);
    const first = new FirstText(listener, () => performance.now());
    const { elsewhere } = asked;
    const chosen = elsewhere ? { model: elsewhere.model, can: {} } : this.models.of(asked);
    const name = elsewhere?.name ?? nameOf(chosen, request);
    const about = {
      turn: asking,
      request,
      model: name,
      provider: elsewhere ? { 'gen_ai.provider.name': elsewhere.protocol } : providerOf(chosen.profile),
    };
    const generate = (): Promise<ModelReply> => chosen.model.generate(request, first, signal);
    const reply = await chat(about, () => first.ms, generate);
    const prices = elsewhere ? undefined : pricesFor(asked, chosen, reply);
    const measured = { counted, latency: first.soFar, cost: replyCost(reply.usage, prices), prices };
    this.meter.called({ model: about.model, reply, measured, firstMs: first.ms });
    return { reply, measured };
  }
}

const nameOf = ({ profile }: ChosenModel, request: ModelRequest): string => request.model ?? profile?.name ?? 'offline';

/** The definition's prices, else the workspace's prices of the answering or requested model, else the configured ones. */
function pricesFor(
  { asking, prices = [] }: MeasuredRequest,
  { profile }: ChosenModel,
  reply: ModelReply,
): Prices | undefined {
  const { model } = asking.definition;
  const priced = (name?: string): Prices | undefined => prices.find((one) => one.model === name);
  return model?.prices ?? priced(reply.model) ?? priced(model?.name ?? profile?.name) ?? profile?.prices;
}
