/** A decision about a candidate, or the stage that lost it, in one to three words for a column: `not relevant` for `below_floor`. */
export const describeDecision = (decision: string): string =>
  decision === 'below_floor' ? 'not relevant' : decision.replaceAll('_', ' ');
