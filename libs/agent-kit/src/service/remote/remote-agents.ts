import { createHash } from 'node:crypto';
import { AGENT_PROGRAM, type AgentAddress, PromptedAgents } from '@crumbtrail/bus';
import { ASK_PERSON, type AgentDefV1 } from '@crumbtrail/contracts';
import { type ActiveClaim, TurnEnds } from '@crumbtrail/tool-runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Model, ModelReply, Turn } from '@crumbtrail/prompting';
import { ConnectedModels } from '../connected-models';
import { SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { A2aAgent } from './a2a-agent';
import { NatsAgent } from './nats-agent';

/** The part of a turn that a question to an agent elsewhere needs. */
export type AskingTurn = Pick<Turn, 'workspace' | 'agent' | 'session' | 'turn_id'> & {
  readonly steps: readonly { readonly calls: readonly { readonly tool: string }[] }[];
  readonly definition: Pick<AgentDefV1, 'runner' | 'remote'>;
};

/** An agent elsewhere as what answers one question. */
export interface RemoteModel {
  readonly model: Model;
  /** In place of the name of a model. */
  readonly name: string;
  /** In place of the provider of a model. */
  readonly protocol: 'a2a' | 'nats';
}

const NO_SERVER =
  'The agent-executor meets no agents on NATS: set AGENTS_NATS_URL, or AGENTS_NATS where Crumbtrail starts nats-server itself.';

/** An agent that may not be prompted: it says why. */
class ClosedAgent implements Model {
  constructor(
    readonly description: string,
    private readonly why: string,
  ) {}

  generate(): Promise<ModelReply> {
    const failure = { code: 'refused', message: this.why } as const;
    return Promise.resolve({ content: '', shown: '', model: this.description, attempts: 0, failure });
  }
}

/** Reaches the agents elsewhere that definitions name. */
@Injectable()
export class RemoteAgents implements OnApplicationShutdown {
  private readonly prompted: PromptedAgents | undefined;

  constructor(
    private readonly models: ConnectedModels,
    private readonly ends: TurnEnds,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {
    const { agentsNats } = options.connections ?? {};
    this.prompted = agentsNats && new PromptedAgents(agentsNats);
  }

  /** The agent that answers in place of a model; undefined where the definition names none. */
  of(turn: AskingTurn, claim: Pick<ActiveClaim, 'isFirst'>): RemoteModel | undefined {
    const { runner, remote } = turn.definition;
    if (runner === 'a2a' && remote?.url !== undefined) return this.overA2a(turn, remote.url);
    return runner === 'nats' && remote?.nats ? this.overNats(turn, remote.nats, claim) : undefined;
  }

  onApplicationShutdown(): Promise<void> | undefined {
    return this.prompted?.close();
  }

  private overA2a(turn: AskingTurn, url: string): RemoteModel {
    const { workspace, agent, session, turn_id } = turn;
    const key = this.options.connections?.a2aKeys?.[workspace]?.[url];
    const place = JSON.stringify([workspace, agent, session ?? turn_id, url]);
    const contextId = createHash('sha256').update(place).digest('hex').slice(0, 32);
    const question = { url, contextId, messageId: questionId(turn), key, fetch: this.models.fetchFor(workspace) };
    return { model: new A2aAgent(question), name: url, protocol: 'a2a' };
  }

  private overNats(turn: AskingTurn, address: AgentAddress, { isFirst }: Pick<ActiveClaim, 'isFirst'>): RemoteModel {
    const { workspace, turn_id } = turn;
    const agents = this.prompted;
    const name = `nats:${address.agent}/${address.owner}/${address.name}`;
    const why = this.explainClosed(workspace, address);
    if (!agents || why !== undefined) return { model: new ClosedAgent(name, why ?? NO_SERVER), name, protocol: 'nats' };
    const onHold = (held: string): void => {
      const watch = this.ends.watch(workspace, turn_id);
      const release = (): void => {
        watch.stop();
        agents.release(held);
      };
      watch.ended.addEventListener('abort', release, { once: true });
    };
    // Another holder of the claim may have sent the prompt before it died.
    const mayBeSent = turn.steps.length === 0 && !isFirst;
    const model = new NatsAgent({ address, promptId: questionId(turn), mayBeSent, agents, onHold });
    return { model, name, protocol: 'nats' };
  }

  /** Whoever operates a workspace has no business on the NATS server of the installation, unless the installation says so. */
  private explainClosed(workspace: string, { agent, owner }: AgentAddress): string | undefined {
    if (agent === AGENT_PROGRAM && owner === workspace)
      return 'The definition names an agent of its own workspace: let that agent take part in the session instead.';
    if (this.models.reachesPrivate(workspace)) return undefined;
    return `The workspace ${workspace} may not prompt agents on NATS: whoever runs this installation adds it to MODEL_PRIVATE_WORKSPACES of the agent-executor.`;
  }
}

/** The same whenever the same question is asked again. Questions of the agent itself belong to the question that it is asked. */
function questionId({ turn_id, steps }: AskingTurn): string {
  return `${turn_id}:${steps.filter(({ calls }) => !calls.some(({ tool }) => tool === ASK_PERSON)).length}`;
}
