/** The level of scopes whose end is the end of the scopes of all other levels too. */
export const OUTERMOST_SCOPE = 'day';

/** The level that stands for an agent's latest reply where a source is limited to what came since. */
export const SINCE_REPLY = 'reply';

/** Where a scope of a session began, or, with the level `reply`, when the viewer last replied. */
export interface ScopeStart {
  readonly level: string;
  /** Absent for a scope without a name. */
  readonly name?: string;
  readonly occurred_at: string;
  readonly position: number;
}
