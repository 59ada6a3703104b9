import { EvalCase, refuse, type Envelope, type EvalCaseV1 } from '@crumbtrail/contracts';
import { asContract } from '../../gather/build-input';
import type { WorkspaceReader } from '../../ports';

/** Loads a pinned case; refuses one that does not exist, was erased, or that the client may not read. */
export async function loadCase(id: string, reader: WorkspaceReader): Promise<Envelope<EvalCaseV1>> {
  const { crumbs } = await reader.readAsClient([{ id }]);
  const [crumb] = crumbs;
  if (crumb && 'erased' in crumb) throw refuse('erased', `The case ${id} was erased at ${crumb.erased_at}.`);
  const found = asContract(EvalCase, crumb);
  if (found) return found;
  throw refuse(
    'not_found',
    `There is no pinned case ${id} that this caller may read. Write one with \`crumb trail pin\`.`,
  );
}
