import { ApprovalDecision, asPayload, ToolRequest, type TrailNode } from '@crumbtrail/contracts';
import { DECIDED_STATUSES } from '@crumbtrail/contracts/operations/approvals';

/** A crumb of a trail as far as approvals are concerned. `turn_closed` is about the turn of a tool request. */
export interface ApprovalRow {
  readonly schema_name: string;
  readonly context: Record<string, unknown> | null;
  readonly turn_closed: boolean | null;
}

/** Adds to each request that needs approval its status, and to each decision how long the request had waited. */
export function describeApprovals(nodes: readonly TrailNode[], rows: readonly ApprovalRow[]): readonly TrailNode[] {
  const asked = new Map(nodes.map((node) => [node.id, node]));
  const decisions = new Map(
    nodes.flatMap((node, at) => {
      const { schema_name, context = null } = rows[at] as ApprovalRow;
      if (schema_name !== ApprovalDecision.name || context === null || node.cause === undefined) return [];
      return [[node.cause.id, DECIDED_STATUSES[asPayload(ApprovalDecision.name, context).decision]] as const];
    }),
  );
  return nodes.map((node, at) => {
    const { schema_name, context, turn_closed } = rows[at] as ApprovalRow;
    if (schema_name === ApprovalDecision.name) {
      const request = node.cause && asked.get(node.cause.id);
      return request ? { ...node, duration_ms: node.at_ms - request.at_ms } : node;
    }
    if (schema_name !== ToolRequest.name || context?.['approval'] === undefined) return node;
    return { ...node, approval: decisions.get(node.id) ?? (turn_closed ? 'ended' : 'waiting') };
  });
}
