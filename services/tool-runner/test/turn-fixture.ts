import { randomUUID } from 'node:crypto';
import type { WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  AgentResponse,
  AgentStep,
  singletonId,
  ToolRequest,
  ToolStart,
  UserMessage,
  type AgentDefV1,
  type Crumb,
  type Draft,
  type Ref,
  type Write,
} from '@crumbtrail/contracts';

const WORKSPACE = 'default';

/** An open turn and the claim on it. */
export interface OpenTurn {
  readonly id: string;
  readonly agent: string;
  readonly definition: Ref;
  readonly fence: number;
}

/** The store as seen by the other services; `gateway` uses an operator's key. */
export interface Stores {
  readonly gateway: WorkspaceStore;
  readonly conductor: WorkspaceStore;
  readonly executor: WorkspaceStore;
}

const agentId = (agent: string): string => singletonId(WORKSPACE, 'agent', agent);

/** Defines an agent that may use these tools; a second call creates another version. */
export async function leaveAgent({ gateway }: Stores, agent: string, tools: readonly string[]): Promise<void> {
  const context = {
    agent,
    prompt: 'p',
    subscriptions: [{ schema: UserMessage.name }],
    tools: [...tools],
  } as AgentDefV1;
  const known = await gateway.readOne(AgentDef, agentId(agent));
  const write = known
    ? { op: 'update', id: known.id, if_match: known.version, patch: { context } }
    : { op: 'create', draft: { schema_name: AgentDef.name, context } };
  await gateway.commit({ writes: [write as unknown as Write] });
}

/** Opens a turn of an agent for a new message, and claims it like the executor. */
export async function openTurn(stores: Stores, agent: string, message: Partial<Draft> = {}): Promise<OpenTurn> {
  const session = `s-${randomUUID().slice(0, 8)}`;
  const draft = { schema_name: UserMessage.name, session, context: { content: 'please' }, ...message };
  const { results } = await stores.gateway.commit({ writes: [{ op: 'create', draft }] });
  const known = (await stores.gateway.readOne(AgentDef, agentId(agent))) as Crumb<typeof AgentDef>;
  const definition = { id: known.id, version: known.version };
  const asked = { cause: results[0] as Ref, turns: [{ agent, definition, generation: 0 }] };
  const { turns } = await stores.conductor.requestTurns(asked);
  const id = turns[0]?.id as string;
  const claim = await stores.executor.claim({ key: `turn:${id}`, ttl_ms: 60_000 });
  if (!claim.granted) throw new Error('The turn was not granted');
  return { id, agent, definition, fence: claim.fence };
}

/** The tool call of a step. */
export interface AskedTool {
  readonly tool: string;
  readonly input: object;
  readonly tool_def: Ref;
  readonly runner: string;
}

/** Writes a step that requests one tool, like the executor. */
export async function leaveStep({ executor }: Stores, turn: OpenTurn, step: number, asked: AskedTool): Promise<void> {
  const { id, agent, definition, fence } = turn;
  const place = { turn: { id }, agent, step };
  const said = { ...place, mode: 'native', kind: 'model', calls: [] };
  const request = { ...place, ...asked, definition, ordinal: 0, reply_to: 'pool' };
  const writes = [
    { op: 'create', draft: { schema_name: AgentStep.name, context: said } },
    { op: 'create', draft: { schema_name: ToolRequest.name, context: request } },
  ] as unknown as Write[];
  await executor.commit({ writes, fence: { key: `turn:${id}`, fence } });
}

/** Ends a turn like the executor. */
export async function endTurn({ executor }: Stores, { id, fence }: OpenTurn): Promise<void> {
  const draft = { schema_name: AgentResponse.name, context: { turn: { id }, action: 'speak', content: 'done' } };
  await executor.commit({ writes: [{ op: 'create', draft }], fence: { key: `turn:${id}`, fence } });
}

/** Records a request as started, like a tool-runner that crashes right afterwards. */
export async function noteStart(runner: WorkspaceStore, request: Crumb<typeof ToolRequest>): Promise<void> {
  const key = `tool:${request.id}`;
  const claim = await runner.claim({ key, ttl_ms: 50 });
  if (!claim.granted) throw new Error('The request was not granted');
  const context = { request: { id: request.id }, tool: request.context.tool };
  const draft = { schema_name: ToolStart.name, cause: { id: request.id }, context } as Draft;
  await runner.commit({ writes: [{ op: 'create', draft }], fence: { key, fence: claim.fence } });
}
