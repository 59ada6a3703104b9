import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  approvalDecisionId,
  responseId,
  singletonId,
  toolResponseId,
  toolStartId,
  type Ref,
  AgentTurn,
  ApprovalDecision,
  AgentDef,
  ToolDef,
  ToolConfig,
  asCrumb,
  asPayload,
} from '@crumbtrail/contracts';
import { isTurnRequest, ToolReader, type ToolFacts, type ReceivedToolRequest } from '../ports';
import { existingCrumb, type CrumbLookup } from './existing-crumb';

const readContext = (found: CrumbLookup): Record<string, unknown> | null => existingCrumb(found)?.context ?? null;
/** Whether the crumb exists or existed: an erased one counts. */
const wasLeft = (found: CrumbLookup): boolean => found !== null && found !== undefined;

type Request = ReceivedToolRequest['request'];

/** What a turn's request refers to: its turn, its agent at the pinned version, its response. */
function turnRefs(workspace: string, request: Request): (Ref | { readonly id: string })[] {
  if (!isTurnRequest(request)) return [];
  const { turn, definition } = request.context;
  return [{ id: turn.id }, definition, { id: responseId(workspace, turn.id) }];
}

/** The decision about a request that waits for approval, if it does. */
function decisionRefs(workspace: string, request: Request): { readonly id: string }[] {
  const waits = isTurnRequest(request) && request.context.approval !== undefined;
  return waits ? [{ id: approvalDecisionId(workspace, request.id) }] : [];
}

/** The response to the tool that requested this one as a part of its work, if one did. */
function parentRefs(workspace: string, request: Request): { readonly id: string }[] {
  const parent = isTurnRequest(request) ? request.context.parent : undefined;
  return parent ? [{ id: toolResponseId(workspace, parent.id) }] : [];
}

const isLate = (request: Request): boolean =>
  !isTurnRequest(request) && Date.parse(request.context.begin_by) < Date.now();

/** Reads everything that a request needs in one call. */
@Injectable()
export class ToolReaderNats extends ToolReader {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read({ workspace, request, traceparent }: ReceivedToolRequest): Promise<ToolFacts> {
    const { tool, tool_def } = request.context;
    const decision = decisionRefs(workspace, request);
    const parent = parentRefs(workspace, request);
    const { crumbs } = await this.store.in(workspace, { traceparent }).read({
      refs: [
        tool_def,
        { id: singletonId(workspace, 'tool_config', tool) },
        { id: toolStartId(workspace, request.id) },
        { id: toolResponseId(workspace, request.id) },
        ...turnRefs(workspace, request),
        ...decision,
        ...parent,
      ],
      min_position: request.position,
    });
    const [described, config, started, answered, opened, agent, closed, ...rest] = crumbs;
    return {
      turn: asCrumb(AgentTurn.name, existingCrumb(opened)),
      agent: asPayload(AgentDef.name, readContext(agent)),
      tool:
        tool_def.id === singletonId(workspace, 'tool', tool) ? asPayload(ToolDef.name, readContext(described)) : null,
      config: asPayload(ToolConfig.name, readContext(config)),
      decision: asCrumb(ApprovalDecision.name, decision.length > 0 ? existingCrumb(rest[0]) : null),
      turn_ended: wasLeft(closed),
      parent_ended: parent.length > 0 && wasLeft(rest.at(-1)),
      late: isLate(request),
      started: wasLeft(started),
      answered: wasLeft(answered),
    };
  }
}
