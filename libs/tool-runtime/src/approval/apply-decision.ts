import { isDeepStrictEqual } from 'node:util';
import type { ApprovalDecisionV1, Envelope, ToolRequestV1 } from '@crumbtrail/contracts';
import { isTurnRequest, type ReceivedToolRequest, type ToolFacts } from '../ports';
import { requiredApproval, shortenedWait, type RequiredApproval } from './required-approval';

/** A decision about a request, with who decided. */
export type DecisionCrumb = Envelope<ApprovalDecisionV1>;

/** Whether a request may run as far as approvals are concerned, or why not. */
export type ApprovalState =
  | { readonly kind: 'free' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly refusal: ApprovalRefusal };

interface ApprovalRefusal {
  readonly code: string;
  readonly message: string;
}

const FREE: ApprovalState = { kind: 'free' };

const refuseWith = (code: string, message: string): ApprovalState => ({ kind: 'refused', refusal: { code, message } });

const because = (reason: string | undefined): string => (reason === undefined ? '' : ` Reason: ${reason}`);

function describeDenial({ author, context }: DecisionCrumb, kind: 'call' | 'question'): ApprovalState {
  const { tool, reason, timed_out } = context;
  if (kind === 'question') {
    const what = timed_out ? 'Nobody answered the question in time.' : `${author.id} did not answer the question.`;
    return refuseWith('not_answered', `${what}${because(reason)}`);
  }
  if (timed_out)
    return refuseWith('denied', `The call of ${tool} was not run: nobody approved it in time. Do not call it again.`);
  return refuseWith(
    'denied',
    `The call of ${tool} was denied by ${author.id} and not run. Do not call it again unless you are asked to.${because(reason)}`,
  );
}

function stateOf(decision: DecisionCrumb | null, kind: 'call' | 'question' = 'call'): ApprovalState {
  if (decision === null) return { kind: 'waiting' };
  return decision.context.decision === 'deny' ? describeDenial(decision, kind) : FREE;
}

/** The refusal of a call whose `approval` is not what the definition requires; null where it is. */
function whyUnmarked(
  { approval, tool, parent }: ToolRequestV1,
  required: RequiredApproval | undefined,
): ApprovalState | null {
  if (required === undefined) return null;
  // A part of another tool's work may wait for a shorter time than a call of the agent.
  const terms = parent && approval ? shortenedWait(required, approval.wait_seconds) : required;
  if (isDeepStrictEqual(approval, terms)) return null;
  return refuseWith('needs_approval', `${tool} needs the approval of a person, which this call did not ask for.`);
}

/**
 * Decides from the log whether a request may run. The definition decides what needs approval, and not only `approval` of the request: a call
 * that needs approval and does not say so, is refused.
 */
export function approvalState({ request }: ReceivedToolRequest, { agent, decision }: ToolFacts): ApprovalState {
  if (!isTurnRequest(request) || agent === null) return FREE;
  const { approval } = request.context;
  const required = requiredApproval(agent, request.context);
  if (required === undefined && approval === undefined) return FREE;
  return whyUnmarked(request.context, required) ?? stateOf(decision, approval?.kind);
}

/** The request as it was decided: with the arguments that a person may have changed, and its time limit from the decision on. */
export function applyDecision(received: ReceivedToolRequest, decision: DecisionCrumb | null): ReceivedToolRequest {
  const { request } = received;
  if (decision === null || !isTurnRequest(request)) return received;
  const { input = request.context.input } = decision.context;
  return {
    ...received,
    request: { ...request, created_at: decision.created_at, context: { ...request.context, input } },
  };
}

/** What the model is told beside the result of an approved call; undefined if its arguments were not changed and no reason was given. */
export function describeApproval(decision: DecisionCrumb | null): string | undefined {
  if (decision === null) return undefined;
  const { author, context } = decision;
  const { input, reason } = context;
  if (input === undefined && reason === undefined) return undefined;
  const changed = input === undefined ? '' : ` with other arguments: ${JSON.stringify(input)}.`;
  return `[${author.id} approved this call${changed || '.'}${because(reason)}]`;
}
