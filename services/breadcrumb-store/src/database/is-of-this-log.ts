/**
 * Predicate over a row of `crumb_event`, by its alias: this log assigned its position. The events of a workspace that came from another cell were published,
 * delivered and indexed there.
 */
export const isOfThisLog = (event: string): string =>
  `not exists (select 1 from workspace w where w.name = ${event}.workspace and ${event}.position <= w.arrived_through)`;
