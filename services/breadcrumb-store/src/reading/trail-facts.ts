import {
  AgentContext,
  AgentResponse,
  AgentStep,
  AgentTurn,
  ApprovalDecision,
  countPackedDecisions,
  DeadLetter,
  GuardFired,
  satisfies,
  ToolRequest,
  ToolResponse,
  ToolStart,
  ToolTried,
  ToolTry,
  type AgentContextV1,
  type AgentResponseV1,
  type AgentStepV1,
  type AgentTurnV1,
  type ApprovalDecisionV1,
  type DeadLetterV1,
  type GuardFiredV1,
  type PackedDecisions,
  type ToolRequestV1,
  type ToolResponseV1,
  type ToolTriedV1,
  type ToolTryV1,
  type TrailNode,
} from '@crumbtrail/contracts';

/** A crumb of a trail: its payload, and for a turn how long it was open. */
export interface TrailCrumb {
  readonly schema_name: string;
  readonly context: Record<string, unknown> | null;
  readonly turn_ms: number | null;
}

/** What a trail shows of a crumb's payload. */
export type TrailFacts = Pick<
  TrailNode,
  | 'tokens'
  | 'cached_tokens'
  | 'cost_usd'
  | 'duration_ms'
  | 'agent'
  | 'budget'
  | 'kept'
  | 'left_out'
  | 'step'
  | 'calls'
  | 'tool'
  | 'part'
  | 'after'
  | 'action'
  | 'error'
  | 'partial'
  | 'summary'
>;

/** Who is woken, how long the turn was open, and why its agent speaks. */
function describeTurn({ agent, chosen }: AgentTurnV1, { turn_ms }: TrailCrumb): TrailFacts {
  return {
    agent,
    ...(turn_ms === null ? {} : { duration_ms: Math.round(Number(turn_ms)) }),
    ...(chosen === undefined ? {} : { summary: `${chosen.strategy}: ${chosen.reason}` }),
  };
}

/** What is read of a context: its explanation is long and not part of a trail, but for the decisions. */
export interface ContextNumbers extends Partial<Pick<AgentContextV1, 'agent' | 'tokens' | 'build_ms'>> {
  readonly cap?: number;
  readonly decisions?: PackedDecisions | null;
}

const describeContext = ({ agent, tokens, build_ms, cap, decisions }: ContextNumbers): TrailFacts => ({
  agent,
  tokens: tokens?.total,
  duration_ms: build_ms,
  budget: cap,
  ...(decisions ? countPackedDecisions(decisions) : {}),
});

type Usage = AgentResponseV1['usage'];

function countTokens(usage: Usage): number | undefined {
  if (usage?.prompt_tokens === undefined) return usage?.counted_prompt_tokens;
  return usage.prompt_tokens + (usage.completion_tokens ?? 0);
}

const describeUsage = (usage: Usage): TrailFacts => ({
  tokens: countTokens(usage),
  cached_tokens: usage?.cached_tokens,
  cost_usd: usage?.cost_usd,
});

type Call = NonNullable<AgentStepV1['calls']>[number];

const describeCall = ({ tool, input = {}, error }: Call): string =>
  `${tool}(${JSON.stringify(input)})${error ? ` (${error.code})` : ''}`;

function summariseStep({ calls = [], observation, forced }: AgentStepV1): string | undefined {
  if (calls.length > 0) return `requests ${calls.map(describeCall).join(', ')}`;
  return observation ? `told: ${observation.message}` : forced;
}

function describeStep(context: AgentStepV1): TrailFacts {
  const { step, calls, usage, latency_ms } = context;
  return {
    step,
    calls: calls?.length,
    ...describeUsage(usage),
    duration_ms: latency_ms,
    summary: summariseStep(context),
  };
}

const describeToolTry = ({ tool, input }: ToolRequestV1 | ToolTryV1): TrailFacts => ({
  tool,
  summary: JSON.stringify(input),
});

const describeToolRequest = (request: ToolRequestV1): TrailFacts => ({
  ...describeToolTry(request),
  ...(request.parent && { part: request.name, after: request.after }),
});

/** What a person decided, and why. */
const describeDecision = ({ tool, decision, reason, answer, input, timed_out }: ApprovalDecisionV1): TrailFacts => ({
  tool,
  summary: [
    decision,
    ...(timed_out ? ['(nobody decided in time)'] : []),
    ...(input ? [`with ${JSON.stringify(input)}`] : []),
    ...(answer ? [JSON.stringify(answer)] : []),
    ...(reason === undefined ? [] : [`: ${reason}`]),
  ].join(' '),
});

const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce((sum, each) => (each === undefined ? sum : (sum ?? 0) + each), undefined);

/** What the model calls of a tool took, together. */
function describeModelCalls(calls: ToolResponseV1['model_calls'] = []): TrailFacts {
  const each = calls.map(({ usage }) => describeUsage(usage));
  return {
    tokens: sumOf(each.map(({ tokens }) => tokens)),
    cached_tokens: sumOf(each.map(({ cached_tokens }) => cached_tokens)),
    cost_usd: sumOf(each.map(({ cost_usd }) => cost_usd)),
  };
}

const describeToolRun = ({ tool, duration_ms, error, truncated }: ToolResponseV1 | ToolTriedV1): TrailFacts => ({
  tool,
  duration_ms,
  error: error?.code,
  partial: truncated,
});

const describeToolResponse = (response: ToolResponseV1): TrailFacts => ({
  ...describeToolRun(response),
  ...describeModelCalls(response.model_calls),
});

function describeResponse({ action, usage, latency_ms, error, partial }: AgentResponseV1): TrailFacts {
  return {
    action,
    ...describeUsage(usage),
    duration_ms: latency_ms,
    partial,
    error: error?.code,
    summary: error?.message,
  };
}

const describeDeadLetter = ({ event, error }: DeadLetterV1): TrailFacts => ({
  error: error.name,
  summary: `${event.schema_name ?? 'an event'}: ${error.message}`,
});

const describeGuard = ({ guard, message }: GuardFiredV1): TrailFacts => ({ error: guard, summary: message });

const DESCRIBERS: readonly (readonly [schema: string, tell: (context: never, told: TrailCrumb) => TrailFacts])[] = [
  [AgentTurn.name, describeTurn],
  [AgentContext.name, describeContext],
  [AgentStep.name, describeStep],
  [ToolRequest.name, describeToolRequest],
  [ToolTry.name, describeToolTry],
  [ApprovalDecision.name, describeDecision],
  [ToolStart.name, ({ tool }: { tool: string }) => ({ tool })],
  [ToolResponse.name, describeToolResponse],
  [ToolTried.name, describeToolRun],
  [AgentResponse.name, describeResponse],
  [DeadLetter.name, describeDeadLetter],
  [GuardFired.name, describeGuard],
];

/** Reads from a crumb's payload its tokens, duration, tool and error, and a one-line summary for crumbs whose hints show none. */
export function describeFacts(told: TrailCrumb): TrailFacts {
  const teller = DESCRIBERS.find(([schema]) => satisfies(told.schema_name, schema));
  return teller && told.context ? teller[1](told.context as never, told) : {};
}
