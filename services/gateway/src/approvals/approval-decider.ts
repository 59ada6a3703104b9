import { Injectable } from '@nestjs/common';
import {
  ApprovalDecision,
  Commit,
  compileJsonCheck,
  CrumbError,
  participantName,
  refuse,
  toJsonObject,
  type ApprovalDecisionV1,
} from '@crumbtrail/contracts';
import { DECIDED_STATUSES, ListApprovals, type ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import type { ApprovalChoice } from '@crumbtrail/contracts/http/approvals';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';

const MOST_ISSUES = 8;

/** Refuses changed arguments that the tool would not accept. */
function requireValidArguments({ tool, input_schema }: ApprovalView, given: Readonly<Record<string, unknown>>): void {
  if (input_schema === undefined) throw refuse('erased', `The definition of ${tool} was erased; deny the call.`);
  const issues = compileJsonCheck(input_schema).issues(given, MOST_ISSUES);
  if (issues.length === 0) return;
  const found = issues.map((one) => ({ ...one, path: `/arguments${one.path}` }));
  throw refuse('invalid_payload', `${tool} does not accept these arguments.`, { issues: found });
}

type Decided = Pick<ApprovalDecisionV1, 'decision' | 'input' | 'reason' | 'answer'>;

function decidedFields(choice: ApprovalChoice): Decided {
  const { decision } = choice;
  if (decision === 'answer') {
    const { choices, text } = choice;
    return { decision, answer: { ...(choices && { choices }), ...(text !== undefined && { text }) } };
  }
  const reason = choice.reason === undefined ? {} : { reason: choice.reason };
  return decision === 'approve' && choice.arguments !== undefined
    ? { decision, input: choice.arguments, ...reason }
    : { decision, ...reason };
}

function decisionPayload({ id, turn, agent, tool, runner }: ApprovalView, choice: ApprovalChoice): ApprovalDecisionV1 {
  return { request: { id }, turn: { id: turn }, agent, tool, runner, ...decidedFields(choice) };
}

/** Reads the tool calls that wait for a person, and writes what a person decides about them. */
@Injectable()
export class ApprovalDecider {
  constructor(private readonly requests: ServiceRequests) {}

  /** Refuses an id that is no approval, or one of a turn that the caller may not read. */
  async read(caller: Caller, id: string, min_position?: number): Promise<ApprovalView> {
    const { approvals } = await this.requests.request(ListApprovals, caller, {
      id,
      ...(min_position === undefined ? {} : { min_position }),
    });
    const [found] = approvals;
    if (!found) throw refuse('not_found', `No approval ${id} in this workspace.`);
    return found;
  }

  /** Decides, once: a second decision is refused with who was first. */
  async decide(caller: Caller, id: string, choice: ApprovalChoice): Promise<ApprovalView> {
    const approval = await this.read(caller, id);
    if (choice.decision === 'approve' && choice.arguments !== undefined)
      requireValidArguments(approval, choice.arguments);
    const draft = { schema_name: ApprovalDecision.name, context: toJsonObject(decisionPayload(approval, choice)) };
    try {
      const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
      return await this.read(caller, id, results[0]?.position);
    } catch (error) {
      throw error instanceof CrumbError && error.code === 'id_conflict' ? await this.alreadyDecided(caller, id) : error;
    }
  }

  private async alreadyDecided(caller: Caller, id: string): Promise<Error> {
    const { decision, tool } = await this.read(caller, id);
    if (!decision) return refuse('id_conflict', `Somebody has decided about this call of ${tool} already.`);
    const { by, at } = decision;
    return refuse(
      'id_conflict',
      `${participantName(by)} has ${DECIDED_STATUSES[decision.decision]} this call of ${tool} at ${at}.`,
      {
        details: { by: { kind: by.kind, id: by.id }, decision: decision.decision },
      },
    );
  }
}
