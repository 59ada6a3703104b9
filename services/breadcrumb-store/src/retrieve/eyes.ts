import type { Viewer } from '@crumbtrail/contracts';
import type { Caller } from '../append/jobs';
import { seesAll } from '../reading/visibility';

/** The caller as a pair of eyes; none for a station that asks in its own name. */
export function eyesOf(caller: Caller): Viewer | undefined {
  if (caller.role === 'station') return undefined;
  return { participant: caller.participant, operator: seesAll(caller) };
}
