import { stepId, type Ref } from '@crumbtrail/contracts';
import type { Turn } from '@crumbtrail/prompting';

/** A reference to a step of a turn; steps have only one version. */
export function stepRef({ workspace, turn_id }: Pick<Turn, 'workspace' | 'turn_id'>, step: number): Ref {
  return { id: stepId(workspace, turn_id, step), version: 1 };
}
