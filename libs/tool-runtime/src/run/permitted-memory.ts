import {
  ChangeFact,
  RecallMemory,
  ReflectOnMemory,
  RememberFact,
  SwitchMemoryContext,
  type FactChange,
  type ModelCallRecord,
  type Operation,
} from '@crumbtrail/contracts';
import { isTurnRequest, type ReceivedToolRequest, type ToolMemories } from '../ports';
import { ToolError } from '../tool';
import type { RecalledFacts, RememberedFact, ToolMemory } from '../tool-memory';
import type { RunThatAsks } from './permitted-model';
import { requirePermission } from './require-permission';

const NEEDS_TURN = 'A memory belongs to the agent of a turn, and a trial run has no turn.';
const NEEDS_SESSION = 'This turn belongs to no session, and a short-term memory is that of a session.';

/** The agent whose memory it is, and the turn whose readers bound it; never what the input of the tool says. */
interface MemoryOwner {
  readonly agent: string;
  readonly turn: string;
  readonly position: number;
}

function ownerOf({ request }: ReceivedToolRequest): MemoryOwner {
  if (!isTurnRequest(request)) throw new ToolError('needs_turn', NEEDS_TURN);
  const { agent, turn } = request.context;
  return { agent, turn: turn.id, position: request.position };
}

/** The memory of the agent of one request, if the tool's definition permits it. */
export class PermittedMemory implements ToolMemory {
  constructor(
    private readonly memories: ToolMemories,
    private readonly received: ReceivedToolRequest,
    private readonly run: RunThatAsks,
  ) {}

  async recall(hint: string): Promise<RecalledFacts> {
    const { session } = this.received.request;
    const request = { ...this.owner, ...(session === undefined ? {} : { session }), hint };
    const { known, answer, facts } = await this.send(RecallMemory, request);
    return { known, answer, facts };
  }

  async remember(text: string, about?: string): Promise<number> {
    const request = { ...this.ownerInSession, text, ...(about === undefined ? {} : { about }) };
    return (await this.send(RememberFact, request)).changed;
  }

  async reflect(): Promise<number> {
    return (await this.send(ReflectOnMemory, this.ownerInSession)).changed;
  }

  async switchContext(task: string): Promise<number> {
    return (await this.send(SwitchMemoryContext, { ...this.ownerInSession, task })).changed;
  }

  async change({ memory, fact }: RememberedFact, change: FactChange): Promise<number> {
    const { agent, turn } = this.owner;
    return (await this.send(ChangeFact, { memory: memory.id, fact: fact.id, change, agent, turn })).changed;
  }

  private get owner(): MemoryOwner {
    requirePermission(this.run.definition.permissions, 'memory', this.run.definition.name);
    return ownerOf(this.received);
  }

  private get ownerInSession(): MemoryOwner & { readonly session: string } {
    const { session } = this.received.request;
    if (session === undefined) throw new ToolError('needs_session', NEEDS_SESSION);
    return { ...this.owner, session };
  }

  private async send<Request, Reply extends { readonly model_calls: readonly ModelCallRecord[] }>(
    operation: Operation<Request, Reply>,
    request: Request,
  ): Promise<Reply> {
    const { workspace, traceparent } = this.received;
    const { deadline, signal } = this.run;
    const limits = { deadline, signal, ...(traceparent !== undefined && { traceparent }) };
    const reply = await this.memories.send(operation, workspace, request, limits);
    this.run.model_calls.push(...reply.model_calls);
    return reply;
  }
}
