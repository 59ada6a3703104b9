import { contentHash, resolveTurnLimits, sha256, type GuardFiredV1 } from '@crumbtrail/contracts';
import { countRounds, type StepCall, stepsCost, writtenTokens, type Turn } from '@crumbtrail/prompting';

/** Guards of one turn; the store enforces those of lanes and hops. */
export type GuardName = Exclude<GuardFiredV1['guard'], 'hop_limit' | 'rate_limit'>;

/** A guard that fired. `message` is a sentence for the people in the conversation. */
export interface Fired {
  readonly guard: GuardName;
  readonly limit: number;
  readonly value: number;
  readonly message: string;
}

/** The crumb that records that a guard fired. */
export function guardCrumb(turn: Turn, { guard, limit, value, message }: Fired): GuardFiredV1 {
  return { guard, turn: { id: turn.turn_id }, agent: turn.agent, limit, value, message };
}

type Check = (turn: Turn) => Fired | undefined;

const turnTokens: Check = (turn) => {
  const { turn_output_tokens: limit } = resolveTurnLimits(turn.definition);
  const value = writtenTokens(turn);
  if (limit === undefined || value < limit) return undefined;
  const message = `I had to stop: I wrote ${value} tokens for this answer, and ${limit} are allowed.`;
  return { guard: 'turn_tokens', limit, value, message };
};

const trailTokens: Check = (turn) => {
  const { trail_tokens: limit } = resolveTurnLimits(turn.definition);
  const { prompt_tokens = 0, completion_tokens = 0 } = turn.spent ?? {};
  const value = prompt_tokens + completion_tokens + stepsCost(turn).tokens;
  if (value < limit) return undefined;
  const message = `I had to stop: this exchange has used ${value} tokens, and ${limit} are allowed.`;
  return { guard: 'trail_tokens', limit, value, message };
};

const trailCost: Check = (turn) => {
  const { trail_cost_usd: limit } = resolveTurnLimits(turn.definition);
  const value = (turn.spent?.cost_usd ?? 0) + stepsCost(turn).dollars;
  if (limit === undefined || value < limit) return undefined;
  const message = `I had to stop: this exchange has cost ${value.toFixed(4)} dollars, and ${limit} are allowed.`;
  return { guard: 'trail_cost', limit, value, message };
};

/** Why the model must not be asked again; undefined when it may be. */
export function mayNotAsk(turn: Turn): Fired | undefined {
  return turnTokens(turn) ?? trailTokens(turn) ?? trailCost(turn);
}

/** The guard for a turn that has used all its rounds. */
export function roundsGuard(turn: Turn): Fired {
  const { tool_rounds: limit } = resolveTurnLimits(turn.definition);
  const message = `I had to stop: I may ask for tools in ${limit} rounds of one turn, and they are used up.`;
  return { guard: 'tool_rounds', limit, value: Math.max(countRounds(turn), turn.steps.length), message };
}

const signature = ({ tool, input, error }: Pick<StepCall, 'tool' | 'input' | 'error'>): string =>
  contentHash([tool, input ?? error?.code ?? null]);

/** Fires when a call with the same arguments is made more often than allowed. */
export function repeatedCall(turn: Turn, calls: readonly StepCall[]): Fired | undefined {
  const { repeats: limit } = resolveTurnLimits(turn.definition);
  const made = new Map<string, number>();
  for (const call of [...turn.steps.flatMap((step) => step.calls), ...calls]) {
    const value = (made.get(signature(call)) ?? 0) + 1;
    made.set(signature(call), value);
    if (value <= limit) continue;
    const message = `I had to stop: I called ${call.tool} with the same arguments ${value} times, and ${limit} are allowed.`;
    return { guard: 'repetition', limit, value, message };
  }
  return undefined;
}

/** Fires when the agent gives the same answer on this trail more often than allowed. */
export function repeatedAnswer(turn: Turn, content: string): Fired | undefined {
  const { repeats: limit } = resolveTurnLimits(turn.definition);
  const hash = sha256(content);
  const value = 1 + (turn.spent?.said ?? []).filter((said) => said === hash).length;
  if (value <= limit) return undefined;
  const message = `I had to stop: I gave the same answer ${value} times in this exchange, and ${limit} are allowed.`;
  return { guard: 'repetition', limit, value, message };
}

/** Fires when a reply was cut off because the turn's tokens ran out. */
export function ranOut(turn: Turn, completionTokens: number): Fired | undefined {
  const { turn_output_tokens: limit } = resolveTurnLimits(turn.definition);
  const value = writtenTokens(turn) + completionTokens;
  if (limit === undefined || value < limit) return undefined;
  const message = `I had to stop: I wrote ${value} tokens for this answer, and ${limit} are allowed.`;
  return { guard: 'turn_tokens', limit, value, message };
}

/** Tokens that the model may still write in the turn; undefined without a limit. */
export function outputLeft(turn: Turn): number | undefined {
  const { turn_output_tokens: limit } = resolveTurnLimits(turn.definition);
  return limit === undefined ? undefined : Math.max(1, limit - writtenTokens(turn));
}
