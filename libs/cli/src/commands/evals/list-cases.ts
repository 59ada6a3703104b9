import { asPayload, EvalCase } from '@crumbtrail/contracts';
import type { Shell } from '../../shell';

/** The largest page of a list. */
const PAGE = 500;

/** Ids of the pinned cases of a set, or of all, in the order in which they were pinned. */
export async function listCases(shell: Shell, set: string | undefined): Promise<string[]> {
  const cases: string[] = [];
  for await (const { id, context } of shell.client().all({ schema: EvalCase.name, order: 'asc', limit: PAGE }))
    if (set === undefined || asPayload(EvalCase.name, context).set === set) cases.push(id);
  return cases;
}
