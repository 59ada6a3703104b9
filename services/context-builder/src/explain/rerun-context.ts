import { AgentDef, changeDefinition, refuse } from '@crumbtrail/contracts';
import type { RerunContextReply, RerunContextRequest } from '@crumbtrail/contracts/operations/reruns';
import type { OverrideValidator } from '../plan/overrides';
import type { WorkspaceReader } from '../ports';
import { asContract } from '../gather/build-input';
import { gatherReplan } from './gather-replan';
import { loadRecordedContext } from './load-recorded';
import { describeReplan } from './replan';
import type { RunBuild } from './why-not/recorded-rebuild';

/** What a rerun's context is built with. */
export interface RerunBuilding {
  readonly reader: WorkspaceReader;
  readonly validator: OverrideValidator;
  readonly build: RunBuild;
}

/**
 * Builds the context of a turn again: its message as of its own position, with its definition or the latest one changed, and with these
 * settings. Compares it with the record.
 */
export async function rerunContext(
  { context, base, changes, ...overrides }: RerunContextRequest,
  { reader, validator, build }: RerunBuilding,
): Promise<RerunContextReply> {
  const recorded = await loadRecordedContext(context, reader);
  const reading = { reader, validator, asRecorded: base === 'recorded', changes };
  const input = await gatherReplan({ context, ...overrides }, recorded, reading);
  const { id, version, macros = false } = input.definition;
  const [built, { crumbs }] = await Promise.all([build(input, reader), reader.read([{ id, version }])]);
  const definition = asContract(AgentDef, crumbs[0]);
  if (!definition) throw refuse('erased', `Cannot run this turn again: the definition of its agent was erased.`);
  return {
    ...describeReplan(recorded, built),
    definition: changeDefinition(definition.context, changes),
    definition_ref: { id, version },
    format: built.plan.format,
    macros,
    tools: built.selectedTools.tools.map((tool) => ({ id: tool.id, version: tool.version })),
  };
}
