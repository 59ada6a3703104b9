import type { Interrupt } from '@ag-ui/core';
import { refuse } from '@crumbtrail/contracts';
import type { AgUiRunInput } from '@crumbtrail/contracts/http/agui';
import type { ApprovalChoice } from '@crumbtrail/contracts/http/approvals';
import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { queryText, readDecision } from '../agents/query-reply';
import { callId } from '../openai/client-calls';

type ResumeEntry = NonNullable<AgUiRunInput['resume']>[number];

const QUESTION = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

function responseSchema({ kind, input_schema }: ApprovalView): Record<string, unknown> {
  if (kind === 'question') return QUESTION;
  const properties = {
    approved: { type: 'boolean' },
    reason: { type: 'string' },
    ...(input_schema && { arguments: input_schema }),
  };
  return { type: 'object', properties, required: ['approved'] };
}

/** What waits for the person at a user interface, with the shape of the answer. */
export function toInterrupt(approval: ApprovalView): Interrupt {
  const { id, kind, tool, arguments: input, expires_at } = approval;
  return {
    id,
    reason: kind === 'question' ? 'question' : 'approval',
    message: queryText(approval),
    toolCallId: callId({ id }),
    responseSchema: responseSchema(approval),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
    metadata: { tool, arguments: input },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function saidBy(payload: unknown): { readonly prompt: string; readonly more: Record<string, unknown> } {
  if (typeof payload === 'string') return { prompt: payload, more: {} };
  if (!isObject(payload)) return { prompt: '', more: {} };
  const { approved, answer, reason } = payload;
  const why = typeof reason === 'string' ? reason : '';
  const word = approved === true ? 'approve' : approved === false ? `deny ${why}` : answer;
  return { prompt: typeof word === 'string' ? word : '', more: payload };
}

/** What a person has decided about an approval. */
export function readResume({ status, payload, interruptId }: ResumeEntry, approval: ApprovalView): ApprovalChoice {
  if (status === 'cancelled') return { decision: 'deny', reason: 'The person has cancelled it.' };
  const choice = readDecision(saidBy(payload), approval);
  if (choice) return choice;
  throw refuse('invalid_payload', `The payload for the interrupt ${interruptId} does not match its responseSchema.`);
}
