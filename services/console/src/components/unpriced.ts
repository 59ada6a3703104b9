import type { AgentResponseV1 } from '@crumbtrail/contracts';

/** How to make the cost of turns known, for operators. */
export const PRICE_HINT =
  'To see what later turns cost, start Crumbtrail with MODEL_INPUT_PRICE and MODEL_OUTPUT_PRICE, in US dollars per million tokens, or set model.prices in the JSON of an agent.';

/** Whether an answer was billed for tokens of a model without a known price. */
export const isUnpriced = ({ usage }: Partial<AgentResponseV1>): boolean =>
  usage?.cost_usd === undefined && (usage?.completion_tokens ?? usage?.prompt_tokens ?? 0) > 0;
