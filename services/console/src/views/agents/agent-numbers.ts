import type { AgentResponseV1, Envelope } from '@crumbtrail/contracts';

/** How many ends of turns the numbers are of, at most. */
export const TURNS_LOOKED_AT = 200;

/** What the last turns of an agent came to. */
export interface AgentNumbers {
  readonly turns: number;
  readonly errors: number;
  readonly cost_usd: number;
  /** Turns whose cost nobody told: no prices are known for their model. */
  readonly unpriced: number;
  readonly last: Envelope<AgentResponseV1> | undefined;
}

const asked = ({ usage }: AgentResponseV1): boolean => (usage?.completion_tokens ?? usage?.prompt_tokens ?? 0) > 0;

function numbersOf(responses: readonly Envelope<AgentResponseV1>[]): AgentNumbers {
  const contexts = responses.map(({ context }) => context);
  return {
    turns: responses.length,
    errors: contexts.filter(({ action }) => action === 'error').length,
    cost_usd: contexts.reduce((sum, { usage }) => sum + (usage?.cost_usd ?? 0), 0),
    unpriced: contexts.filter((one) => asked(one) && one.usage?.cost_usd === undefined).length,
    last: responses[0],
  };
}

/** The numbers of each agent, from ends of turns, newest first. */
export function numbersByAgent(responses: readonly Envelope[]): ReadonlyMap<string, AgentNumbers> {
  const byAgent = new Map<string, Envelope<AgentResponseV1>[]>();
  for (const response of responses as readonly Envelope<AgentResponseV1>[])
    byAgent.set(response.author.id, [...(byAgent.get(response.author.id) ?? []), response]);
  return new Map([...byAgent].map(([agent, own]) => [agent, numbersOf(own)]));
}

/** `3 of 40 (8 %)`. */
export function errorRate({ errors, turns }: AgentNumbers): string {
  return errors === 0 ? '0' : `${errors} of ${turns} (${Math.round((errors / turns) * 100)} %)`;
}

/** Dollars in as many places as say something. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0';
  return amount < 0.01 ? `$${amount.toPrecision(2)}` : `$${amount.toFixed(amount < 1 ? 3 : 2)}`;
}

/** What they cost; of what is not known, that it is not. */
export function costOf({ cost_usd, unpriced }: AgentNumbers): string {
  if (unpriced === 0) return dollars(cost_usd);
  return cost_usd === 0 ? 'unknown' : `${dollars(cost_usd)} + ${unpriced} unknown`;
}
