import {
  ApprovalDecision,
  asPayload,
  compileJsonCheck,
  refuse,
  ToolDef,
  ToolRequest,
  type ApprovalDecisionV1,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import type { PreparedCreate } from '../commands/commands';
import { invalid } from '../commands/require-storable';
import type { Ledger } from '../ledger/ledger';
import { versionKey, type CrumbRecord, type VersionRecord } from '../ledger/stored-rows';

const MOST_ISSUES = 8;

type WantedVersion = Pick<VersionRecord, 'workspace' | 'id' | 'version'>;

/** Does a person approve a call with other arguments? */
export const changesArguments = ({ schema_name, context }: PreparedCreate): boolean =>
  schema_name === ApprovalDecision.name && asPayload(ApprovalDecision.name, context).input !== undefined;

/** The definitions of the tools that these requests call. */
export function toolDefinitionsOf(
  requests: readonly { readonly workspace: string; readonly id: string }[],
  versions: ReadonlyMap<string, VersionRecord>,
): WantedVersion[] {
  return requests.flatMap(({ workspace, id }) => {
    const { context } = versions.get(versionKey(workspace, id, 1)) ?? {};
    const asked: Partial<ToolRequestV1> | undefined = asPayload(ToolRequest.name, context);
    return asked?.tool_def ? [{ workspace, id: asked.tool_def.id, version: asked.tool_def.version }] : [];
  });
}

/** Refuses changed arguments that the tool would not accept: there is one decision, and it would be used up. */
export function requireAcceptedArguments(
  input: ApprovalDecisionV1['input'],
  { crumb: { workspace }, payload }: { readonly crumb: CrumbRecord; readonly payload: ToolRequestV1 },
  ledger: Ledger,
): void {
  if (input === undefined) return;
  const { tool, tool_def } = payload;
  const definition = ledger.versions.get(versionKey(workspace, tool_def.id, tool_def.version));
  const schema = asPayload(ToolDef.name, definition?.context)?.input;
  if (schema === undefined) throw refuse('erased', `The definition of ${tool} was erased; deny the call.`);
  const issues = compileJsonCheck(schema).issues(input, MOST_ISSUES);
  if (issues.length === 0) return;
  const found = issues.map((one) => ({ ...one, path: `/context/input${one.path}` }));
  throw invalid(`${tool} does not accept these arguments.`, found);
}
