import type { TrailOutcome } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { Badge } from './badge';

/** Every outcome, as a filter offers them. */
export const outcomes = [
  'open',
  'failed',
  'stopped',
  'answered',
  'waited',
  'none',
] as const satisfies readonly TrailOutcome[];

const KINDS: Partial<Record<TrailOutcome, 'good' | 'warn' | 'bad'>> = { failed: 'bad', stopped: 'warn', open: 'warn' };

/** How the turns of a trail ended; `isAlways`: also where all is as it should be. */
export function OutcomeBadge({
  outcome,
  isAlways = false,
}: {
  readonly outcome: TrailOutcome;
  readonly isAlways?: boolean;
}): ReactNode {
  const kind = KINDS[outcome];
  return kind === undefined && !isAlways ? null : <Badge kind={kind}>{outcome}</Badge>;
}
