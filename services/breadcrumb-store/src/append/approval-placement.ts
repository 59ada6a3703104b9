import {
  ApprovalDecision,
  asPayload,
  contentHash,
  approvalDecisionId,
  mayRead,
  parseParticipantName,
  participantName,
  refuse,
  type ApprovalDecisionV1,
  type Issue,
  type Participant,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { decidersByName, mayDecide } from '../identity/may-decide';
import { canSee } from '../ledger/can-see';
import { insertCrumb } from '../ledger/insert-crumb';
import type { DueCommand } from '../commands/commands';
import { invalid } from '../commands/require-storable';
import type { Ledger } from '../ledger/ledger';
import { audienceOf, keyOf, type CrumbRecord, type TurnRecord } from '../ledger/stored-rows';
import { EMPTY_FIELDS, responseAudience, STORE_SERVICE } from '../turns/turn-crumbs';
import { endWaiting } from '../turns/waiting-turns';
import { answerIssues } from './answer-issues';
import { requireAcceptedArguments } from './approved-arguments';
import { requireAgreement, type PlaceCrumb, type PlacedFields } from './placement';
import { findToolRequest, isFromTurn, type ToolRequestCrumb } from './tool-requests';

type Approval = NonNullable<ToolRequestV1['approval']>;

/** A request that waits, or waited, for a person. */
interface ApprovalRequest extends ToolRequestCrumb<ToolRequestV1> {
  readonly approval: Approval;
}

/** Those that the definition names as deciders and who may read the answer of the turn. Operators read everything anyway. */
export function namedDeciders(turn: TurnRecord, deciders: readonly string[]): readonly string[] {
  const audience = audienceOf(responseAudience(turn));
  const author = parseParticipantName(turn.cause_author) as Participant;
  return decidersByName({ deciders, author: turn.cause_author })
    .map((name) => parseParticipantName(name) as Participant)
    .filter(({ kind }) => kind === 'user' || kind === 'operator')
    .filter((participant) => mayRead({ audience, author }, { participant }))
    .map(participantName);
}

function findApprovalRequest(workspace: string, id: string, ledger: Ledger): ApprovalRequest | undefined {
  const request = findToolRequest(workspace, id, ledger);
  if (!request || !isFromTurn(request) || request.payload.approval === undefined) return undefined;
  return { ...request, approval: request.payload.approval };
}

const turnOf = ({ crumb, payload }: ApprovalRequest, ledger: Ledger): TurnRecord | undefined =>
  ledger.turns.get(keyOf(crumb.workspace, payload.turn.id));

/** Throws `forbidden` for a caller who may not decide, and `not_found` for one who may not see the request. */
function requireDecider(
  request: ApprovalRequest | undefined,
  id: string,
  caller: AuthenticatedCaller,
  ledger: Ledger,
): ApprovalRequest {
  if (!request || !canSee(caller, request.crumb)) throw refuse('not_found', `No approval ${id} in this workspace.`);
  const { deciders } = request.approval;
  if (mayDecide(caller, { deciders, author: turnOf(request, ledger)?.cause_author })) return request;
  throw refuse(
    'forbidden',
    `${participantName(caller.participant)} may not decide about this call of ${request.payload.tool}; ${deciders.join(', ')} may.`,
  );
}

function decisionIssues(decision: ApprovalDecisionV1, { approval, payload }: ApprovalRequest): Issue[] {
  const isQuestion = approval.kind === 'question';
  const fitting = isQuestion ? ['answer', 'deny'] : ['approve', 'deny'];
  if (!fitting.includes(decision.decision))
    return [{ path: '/context/decision', rule: 'decision', message: `must be ${fitting.join(' or ')}` }];
  if (decision.timed_out)
    return [{ path: '/context/timed_out', rule: 'timeout', message: 'is written by the store; leave it out' }];
  if (decision.input !== undefined && decision.decision !== 'approve')
    return [{ path: '/context/input', rule: 'decision', message: 'belongs to an approval; leave it out' }];
  return decision.decision === 'answer' ? answerIssues(decision.answer, payload.input) : [];
}

/** Those who may read the decision: the readers of the request. */
const fieldsOf = ({ crumb }: ApprovalRequest): PlacedFields => ({
  session: crumb.session,
  traceparent: crumb.traceparent,
  audience: crumb.audience,
  cause: { id: crumb.id, version: 1, trail_id: crumb.trail_id, hop: crumb.hop - 1 },
});

/** Places the one decision about a request that waits for a person. Its author is that person. */
export const placeApprovalDecision: PlaceCrumb = (write, { caller }, ledger) => {
  const id = write.request_id ?? '';
  const request = requireDecider(findApprovalRequest(caller.workspace, id, ledger), id, caller, ledger);
  const { payload } = request;
  const decision = asPayload(ApprovalDecision.name, write.context);
  return {
    author: write.author as Participant,
    refusesOtherContent: true,
    requireAllowed: () => {
      const { turn, agent, tool, runner } = payload;
      requireAgreement(`the tool request ${id}`, write.context, { 'turn/id': turn.id, agent, tool, runner });
      const issues = decisionIssues(decision, request);
      if (issues.length > 0) throw invalid(`Invalid ${ApprovalDecision.name}.`, issues);
      requireAcceptedArguments(decision.input, request, ledger);
      const record = turnOf(request, ledger);
      if (record === undefined || record.state === 'closed')
        throw refuse('turn_closed', `The turn ${turn.id} has ended, and nobody waits for this decision any more.`);
    },
    fields: () => fieldsOf(request),
    afterwards: () => endWaiting(ledger, turnOf(request, ledger), id),
  };
};

function insertTimeout(ledger: Ledger, request: ApprovalRequest): void {
  const { crumb, payload, approval } = request;
  const { turn, agent, tool, runner } = payload;
  const context: ApprovalDecisionV1 = {
    request: { id: crumb.id },
    turn: { id: turn.id },
    agent,
    tool,
    runner,
    decision: approval.on_timeout,
    timed_out: true,
  };
  insertCrumb(ledger, {
    ...EMPTY_FIELDS,
    ...fieldsOf(request),
    workspace: crumb.workspace,
    id: approvalDecisionId(crumb.workspace, crumb.id),
    schema_name: ApprovalDecision.name,
    context,
    content_hash: contentHash(context),
    author: STORE_SERVICE,
    recipient: runner,
  });
}

/** Ends the waiting of a tool request that is erased. Its turn continues with the time that it has left. */
export function stopWaiting({ workspace, id }: CrumbRecord, ledger: Ledger): void {
  const request = findApprovalRequest(workspace, id, ledger);
  if (request) endWaiting(ledger, turnOf(request, ledger), id);
}

/** Decides as the definition says when nobody has decided in time. False where nothing waits any more. */
export function settleApproval({ workspace, key }: DueCommand, ledger: Ledger): boolean {
  const request = findApprovalRequest(workspace, key, ledger);
  const isDecided = ledger.crumbs.get(keyOf(workspace, approvalDecisionId(workspace, key))) !== undefined;
  const turn = request ? turnOf(request, ledger) : undefined;
  ledger.setDue('approval', { workspace, key }, null);
  if (!request || isDecided || turn === undefined || turn.state === 'closed') return false;
  insertTimeout(ledger, request);
  endWaiting(ledger, turn, key);
  return true;
}
