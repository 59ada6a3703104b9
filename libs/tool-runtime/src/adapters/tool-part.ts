import {
  agentName,
  asPayload,
  toJsonObject,
  ToolDef,
  ToolRequest,
  type Draft,
  type Envelope,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { TOOL_RUNNER } from '../run/check-request';
import type { ToolInvocation } from '../ports';
import type { PartRequest } from '../tool-log';

interface ToolPart extends Omit<PartRequest, 'wait_seconds'>, Pick<ToolRequestV1, 'approval'> {
  /** The request of the tool that asks for the part, with its payload. */
  readonly request: ToolInvocation;
  readonly asked: ToolRequestV1;
  /** The definition of the part's tool. */
  readonly crumb: Envelope;
  /** The service that runs the tool, and gets the result. */
  readonly by: string;
}

/** The request of another tool as part of a tool's work, in the turn and for the agent of that tool. */
export function toolPart({ request, asked, crumb, by, ...part }: ToolPart): Draft {
  const { turn, agent, definition } = asked;
  const { name, tool, input, after = [], approval, not_before } = part;
  const context: ToolRequestV1 = {
    turn,
    agent,
    definition,
    parent: { id: request.id },
    name,
    ...(after.length > 0 && { after: [...after] }),
    tool,
    input,
    tool_def: { id: crumb.id, version: crumb.version },
    runner: asPayload(ToolDef.name, crumb.context).runner ?? TOOL_RUNNER,
    reply_to: by,
    ...(not_before !== undefined && { not_before: new Date(not_before).toISOString() }),
    ...(approval && { approval }),
  };
  return {
    schema_name: ToolRequest.name,
    ...(request.session === undefined ? {} : { session: request.session }),
    audience: [agentName(agent)],
    cause: { id: request.id, version: request.version },
    context: toJsonObject(context),
  };
}
