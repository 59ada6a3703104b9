import {
  AgentResponse,
  AgentStep,
  GuardFired,
  singletonId,
  stepId,
  Timer,
  toolRequestId,
  ToolRequest,
  ToolResponse,
  ToolStart,
  type CommitRequest,
  type Draft,
  type Ref,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../src/identity/caller';

/** The turn that the crumbs of a spec belong to. */
export interface TurnOf {
  readonly workspace: string;
  readonly turn: string;
  readonly agent: string;
  readonly definition: Ref;
  /** The recipient of responses. */
  readonly reply_to: string;
}

/** An agent that runs as a separate service, with a NATS user. */
export const agentService = (workspace: string, id: string): AuthenticatedCaller => ({
  workspace,
  principal: id,
  participant: { kind: 'agent', id },
  role: 'writer',
});

export const fencedRequest = (key: string, fence: number | undefined, ...drafts: Draft[]): CommitRequest => ({
  writes: drafts.map((draft) => ({ op: 'create', draft })),
  ...(fence === undefined ? {} : { fence: { key, fence } }),
});

export const stepOf = ({ turn, agent }: TurnOf, step = 1, more: object = {}): Draft => ({
  schema_name: AgentStep.name,
  context: {
    turn: { id: turn },
    agent,
    step,
    mode: 'native',
    kind: 'model',
    calls: [{ ordinal: 0, tool: 'echo' }],
    ...more,
  },
});

/** A request with ordinal 0 by default; its cause is its step. */
export const requestOf = (
  { workspace, turn, agent, definition, reply_to }: TurnOf,
  more: Record<string, unknown> = {},
  cause: string | null = stepId(workspace, turn, 1),
): Draft => ({
  schema_name: ToolRequest.name,
  context: {
    turn: { id: turn },
    agent,
    definition: { id: definition.id, version: definition.version },
    step: 1,
    ordinal: 0,
    tool: 'echo',
    tool_def: { id: singletonId(workspace, 'tool', 'echo'), version: 1 },
    input: { text: 'hi' },
    runner: 'tool-runner',
    reply_to,
    ...more,
  },
  ...(cause === null ? {} : { cause: { id: cause } }),
});

export const requestIdOf = ({ workspace, turn }: TurnOf, ordinal = 0): string =>
  toolRequestId(workspace, turn, { step: 1, ordinal });

/** A part of the request of ordinal 0. */
export const partOf = (turn: TurnOf, name: string, more: Record<string, unknown> = {}): Draft => {
  const { schema_name, context } = requestOf(turn, {
    parent: { id: requestIdOf(turn) },
    name,
    reply_to: 'tool-runner',
    ...more,
  });
  const { step: _, ordinal: __, ...rest } = context;
  return { schema_name, context: rest };
};

export const startOf = (request: string, more: object = {}): Draft => ({
  schema_name: ToolStart.name,
  context: { request: { id: request }, tool: 'echo', ...more },
});

export const resultOf = (turn: TurnOf, more: object = {}, request = requestIdOf(turn)): Draft => ({
  schema_name: ToolResponse.name,
  context: {
    request: { id: request },
    turn: { id: turn.turn },
    agent: turn.agent,
    tool: 'echo',
    status: 'ok',
    text: 'hi',
    persistence: { class: 'turn', key: 'echo:1' },
    reply_to: turn.reply_to,
    ...more,
  },
});

export const guardOf = ({ turn, agent }: TurnOf, more: object = {}): Draft => ({
  schema_name: GuardFired.name,
  context: {
    guard: 'tool_rounds',
    turn: { id: turn },
    agent,
    limit: 6,
    value: 6,
    message: 'Six rounds are enough.',
    ...more,
  },
});

export const errorOf = ({ turn }: TurnOf): Draft => ({
  schema_name: AgentResponse.name,
  context: { turn: { id: turn }, action: 'error', error: { code: 'tool_rounds', message: 'Six rounds are enough.' } },
});

/** Left by the service that runs tools, for a request. */
export const timerFor = (request: string, more: Partial<Draft> = {}): Draft => ({
  schema_name: Timer.name,
  context: { fires_at: '2030-01-01T00:00:00Z', note: 'tea' },
  cause: { id: request },
  ...more,
});
