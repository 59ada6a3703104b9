import type { StatusReply } from '@crumbtrail/contracts';

/** One sentence for each thing that an operator must act on: why writes are refused, and the positions that failovers lost. */
export function listAlarms({ writes_refused, lost }: StatusReply): string[] {
  const refused =
    writes_refused === undefined
      ? []
      : [`Writes are refused: ${writes_refused} Everything goes on once there is space.`];
  const ranges = lost.map(
    ({ from, through, at }) =>
      `Positions ${from} to ${through} were lost when the database failed over (noticed ${at}). Ask their senders to repeat them.`,
  );
  return [...refused, ...ranges];
}
