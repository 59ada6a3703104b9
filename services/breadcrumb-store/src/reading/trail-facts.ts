import {
  AgentContext,
  AgentResponse,
  AgentStep,
  AgentTurn,
  satisfies,
  ToolRequest,
  ToolResponse,
  ToolStart,
  ToolTried,
  ToolTry,
  type AgentContextV1,
  type AgentResponseV1,
  type AgentStepV1,
  type ToolRequestV1,
  type ToolResponseV1,
  type ToolTriedV1,
  type ToolTryV1,
  type TrailNode,
} from '@crumbtrail/contracts';

/** A crumb of a trail as far as its facts go: its payload, and of a turn how long it was open. */
export interface Told {
  readonly schema_name: string;
  readonly context: Record<string, unknown> | null;
  readonly turn_ms: number | null;
}

/** What a node says beside where it stands. */
export type Facts = Pick<
  TrailNode,
  'tokens' | 'cost_usd' | 'duration_ms' | 'step' | 'tool' | 'action' | 'error' | 'partial' | 'summary'
>;

type Usage = AgentResponseV1['usage'];

function tokensOf(usage: Usage): number | undefined {
  if (usage?.prompt_tokens === undefined) return usage?.counted_prompt_tokens;
  return usage.prompt_tokens + (usage.completion_tokens ?? 0);
}

const spentOf = (usage: Usage): Facts => ({ tokens: tokensOf(usage), cost_usd: usage?.cost_usd });

type Call = NonNullable<AgentStepV1['calls']>[number];

const callOf = ({ tool, input = {}, error }: Call): string =>
  `${tool}(${JSON.stringify(input)})${error ? ` (${error.code})` : ''}`;

function asked({ calls = [], observation, forced }: AgentStepV1): string | undefined {
  if (calls.length > 0) return `asks for ${calls.map(callOf).join(', ')}`;
  return observation ? `told: ${observation.message}` : forced;
}

function ofStep(context: AgentStepV1): Facts {
  const { step, usage, latency_ms } = context;
  return { step, ...spentOf(usage), duration_ms: latency_ms, summary: asked(context) };
}

const ofToolRequest = ({ tool, input }: ToolRequestV1 | ToolTryV1): Facts => ({ tool, summary: JSON.stringify(input) });

function ofToolResponse({ tool, duration_ms, error, truncated }: ToolResponseV1 | ToolTriedV1): Facts {
  return { tool, duration_ms, error: error?.code, partial: truncated };
}

function ofResponse({ action, usage, latency_ms, error, partial }: AgentResponseV1): Facts {
  return {
    ...{ action, ...spentOf(usage), duration_ms: latency_ms, partial },
    ...{ error: error?.code, summary: error?.message },
  };
}

const tellers: readonly (readonly [schema: string, tell: (context: never, told: Told) => Facts])[] = [
  [AgentTurn.name, (_, { turn_ms }) => (turn_ms === null ? {} : { duration_ms: Math.round(Number(turn_ms)) })],
  [
    AgentContext.name,
    ({ tokens, build_ms }: Partial<AgentContextV1>) => ({ tokens: tokens?.total, duration_ms: build_ms }),
  ],
  [AgentStep.name, ofStep],
  [ToolRequest.name, ofToolRequest],
  [ToolTry.name, ofToolRequest],
  [ToolStart.name, ({ tool }: { tool: string }) => ({ tool })],
  [ToolResponse.name, ofToolResponse],
  [ToolTried.name, ofToolResponse],
  [AgentResponse.name, ofResponse],
];

/** What a crumb's own payload tells: tokens, time, its tool, what went wrong, and a line for those whose hints show none. */
export function factsOf(told: Told): Facts {
  const teller = tellers.find(([schema]) => satisfies(told.schema_name, schema));
  return teller && told.context ? teller[1](told.context as never, told) : {};
}
