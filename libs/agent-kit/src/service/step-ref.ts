import { stepId, type Ref } from '@crumbtrail/contracts';
import type { Turn } from '@crumbtrail/prompting';

/** A step of a turn; it has one version, ever. */
export function stepRef({ workspace, turn_id }: Pick<Turn, 'workspace' | 'turn_id'>, step: number): Ref {
  return { id: stepId(workspace, turn_id, step), version: 1 };
}
