import type { AgentResponseV1, AgentStepV1 } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import type { ModelReply } from '../model';
import type { Prices } from '../profile';
import type { Turn } from './turn';

type Usage = NonNullable<AgentStepV1['usage']>;

/** Measurements of one call of the model. */
export interface CallMetrics {
  /** Tokens of the request, including tools, by our own count. */
  readonly counted: number;
  readonly latency: number;
  /** US dollars; undefined when prices or billed tokens are unknown. */
  readonly cost: number | undefined;
  /** What the cost was computed with. */
  readonly prices?: Prices | undefined;
}

/** The usage fields of a step or response. */
export type CallUsage = Pick<
  AgentStepV1,
  'usage' | 'finish_reason' | 'model' | 'latency_ms' | 'attempts' | 'tools_left_out'
>;

/** The prices alone: those of a workspace also name their model. */
const pricesIn = ({ input, output, cached_input }: Prices): NonNullable<Usage['prices']> => ({
  input,
  output,
  ...(cached_input !== undefined && { cached_input }),
});

/** Whether no model read the request, as far as we know: the call failed, nothing was written, and nothing was billed. */
const wasUnread = ({ failure, usage, content, shown = '', calls = [] }: ModelReply): boolean =>
  failure !== undefined && usage === undefined && content === '' && shown === '' && calls.length === 0;

function usageOf(reply: ModelReply, { counted, cost, prices }: CallMetrics): Usage {
  return {
    counted_prompt_tokens: counted,
    ...reply.usage,
    ...(cost !== undefined && { cost_usd: cost }),
    ...(cost !== undefined && prices && { prices: pricesIn(prices) }),
  };
}

/** The usage of one call. A failed call used what its provider billed, or what was counted if the model had begun to answer; else nothing. */
export function callUsage(reply: ModelReply, measured: CallMetrics): CallUsage {
  return {
    ...(!wasUnread(reply) && { usage: usageOf(reply, measured) }),
    ...(reply.finish_reason !== undefined && { finish_reason: reply.finish_reason }),
    model: reply.model,
    latency_ms: measured.latency,
    ...(reply.attempts > 0 && { attempts: reply.attempts }),
    ...(reply.tools_left_out && { tools_left_out: [...reply.tools_left_out] }),
  };
}

const NUMBERS = ['counted_prompt_tokens', 'prompt_tokens', 'cached_tokens', 'completion_tokens', 'cost_usd'] as const;

function sumOf(all: readonly (Usage | undefined)[]): Usage {
  const sum: Usage = {};
  for (const name of NUMBERS) {
    const known = all.flatMap((one) => one?.[name] ?? []);
    if (known.length > 0) sum[name] = Math.round(known.reduce((a, b) => a + b, 0) * 1e8) / 1e8;
  }
  const prices = all.findLast((one) => one?.prices !== undefined)?.prices;
  if (prices) sum.prices = prices;
  return sum;
}

const total = (numbers: readonly (number | undefined)[]): number => numbers.reduce<number>((a, b = 0) => a + b, 0);

/** The model calls that tools made for the turn. */
const callsOfTools = ({ responses }: Pick<Turn, 'responses'>): CallUsage[] =>
  [...responses.values()].flatMap(({ model_calls = [] }) => model_calls);

/** The usage of the whole turn: its steps, the model calls of its tools and, if a model call ended it, that call. */
export function turnUsage(turn: Pick<Turn, 'steps' | 'responses'>, last?: CallUsage): Omit<AgentResponseV1, 'action'> {
  const { steps } = turn;
  if (steps.length === 0) return { ...last };
  const all = [...callsOfTools(turn), ...steps, ...(last ? [last] : [])];
  const latest = all.at(-1) as CallUsage;
  return {
    usage: sumOf(all.map(({ usage }) => usage)),
    ...(last?.finish_reason !== undefined && { finish_reason: last.finish_reason }),
    ...(latest.model !== undefined && { model: latest.model }),
    ...(latest.tools_left_out && { tools_left_out: latest.tools_left_out }),
    latency_ms: total(all.map(({ latency_ms }) => latency_ms)),
    attempts: Math.max(1, total(all.map(({ attempts }) => attempts))),
    steps: steps.length,
    tool_calls: steps.reduce((sum, { calls }) => sum + calls.filter(({ error }) => !error).length, 0),
  };
}

/** Tokens that the model wrote in a call: as billed, else as counted. */
function writtenIn({ usage, content = '', calls }: Pick<AgentStepV1, 'usage' | 'content' | 'calls'>): number {
  if (usage?.completion_tokens !== undefined) return usage.completion_tokens;
  return (
    countTokens(content, 'o200k_base') + countTokens(JSON.stringify(calls.map(({ input }) => input)), 'o200k_base')
  );
}

/** Tokens that the model has written in the turn, for its tools too. */
export function writtenTokens(turn: Turn): number {
  return total(turn.steps.map(writtenIn)) + total(callsOfTools(turn).map(({ usage }) => usage?.completion_tokens));
}

/** Tokens and dollars of the turn's steps, and of the model calls of its tools: as billed, else as counted. */
export function stepsCost(turn: Turn): { tokens: number; dollars: number } {
  const calls = [...turn.steps, ...callsOfTools(turn)];
  const asked = calls.map(({ usage }) => usage?.prompt_tokens ?? usage?.counted_prompt_tokens);
  return {
    tokens: total(asked) + writtenTokens(turn),
    dollars: total(calls.map(({ usage }) => usage?.cost_usd)),
  };
}
