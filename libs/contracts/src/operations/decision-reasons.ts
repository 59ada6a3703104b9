import type { Decision } from './preview';

/** Each decision about a candidate of a context in words, as every explanation says it. */
export const DECISION_REASONS: Readonly<Record<Decision, string>> = {
  kept: 'kept',
  duplicate_of: 'duplicate of another item',
  low_information: 'filler (too little information)',
  over_budget: 'over budget',
  below_floor: 'not relevant enough',
  expired: 'expired',
  superseded: 'superseded',
  scope_ended: 'from a scope that has ended',
  hint_failed: 'its llm_hints failed to render',
};
